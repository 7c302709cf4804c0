"""Pipelines: each reads the event log from its own checkpoints and makes one derived thing equal to the truth.

One way in: the pipelines file (YAML) names a `Reaction` by dotted path. Must not know what a reaction does.
"""
