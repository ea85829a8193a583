"""The building blocks of games."""
