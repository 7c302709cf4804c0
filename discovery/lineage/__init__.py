"""Where data comes from and goes: the graph read level by level, its layout, the picture and the list."""
