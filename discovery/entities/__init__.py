"""The entity page and its panels, columns, history, usage. Other slices add panels through the registry in `panels`."""
