"""What is sensitive, who agreed, do the rules follow, how much is documented."""
