"""What the pages and fragments show: one value for each, put together from selectors."""
