"""What each tab of the entity page shows: one value per tab, made from selectors and handed to its template."""
