"""What is in the catalog: metadata with Atlas semantics, and everything that helps to find, read and describe it."""
