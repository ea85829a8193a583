"""Challenges: playing somebody else's match, sending one, and comparing results."""
