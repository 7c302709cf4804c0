"""Pages and fragments of texts and of the glossary."""
