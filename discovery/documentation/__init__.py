"""Texts people write about entities: revisions, conflicts, comparison, restoring. Glossary terms are entities.

One way in: `services.save_description`. What a source says is never touched here.
"""
