"""Phones at a table: the page, its socket, and what each is shown."""
