"""Finished matches: import, replay, search and statistics."""
