"""Running it: the `up` command, status and trace pages, reconcile. Reads every boundary, decides nothing."""
