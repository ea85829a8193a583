"""Lessons and exercises: the menu, the guide of a first deal, exercises from matches."""
