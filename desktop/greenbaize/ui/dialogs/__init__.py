"""Dialogs: a new match, unfinished matches, preferences, and questions. None of them blocks."""
