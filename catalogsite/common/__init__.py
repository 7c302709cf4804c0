"""The ground floor: errors, clock, paging, loading of backends, Markdown.

Knows nothing of metadata. Everything else may import it; it imports nothing of ours.
"""
