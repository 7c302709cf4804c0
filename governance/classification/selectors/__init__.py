"""Reading proposals and what follows from them. Nothing here writes."""
