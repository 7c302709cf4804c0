"""Importers: one file per format. Each yields entities for the authority and a report of what it could not take."""
