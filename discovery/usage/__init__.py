"""How much an entity is used: counts that sources bring, and what each person opened. Ranking and worklists read it."""
