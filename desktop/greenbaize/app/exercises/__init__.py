"""Exercises: positions in which one choice is right, and what to ask next."""
