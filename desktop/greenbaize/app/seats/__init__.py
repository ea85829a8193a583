"""Occupants of seats: people, built-in computer players and external programs."""
