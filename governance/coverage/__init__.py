"""How much is documented, owned and classified: counted from the tables, with a point a day and a worklist."""
