"""Pages and fragments of proposals and classifications."""
