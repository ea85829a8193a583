"""Phones at a table: the page, its socket, and the screens for each phone."""
