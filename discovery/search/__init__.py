"""Finding: our query language, ranking in bands, and the SearchIndex port with its backends.

One way in: `selectors.find_entities` and `selectors.suggest`. The index is a derived copy; the tables stay the truth.
"""
