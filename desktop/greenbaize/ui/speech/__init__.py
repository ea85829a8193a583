"""The speech of the table, for players who hear it instead of seeing it."""
