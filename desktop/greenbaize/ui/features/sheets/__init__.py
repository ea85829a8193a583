"""Feature of score sheets: those of matches, and those kept by hand."""
