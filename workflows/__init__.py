"""What happened, and what is done about it. Knows nothing of Atlas, Ranger or proposals."""
