"""Widgets for questions shown on the table itself."""
