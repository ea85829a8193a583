"""Rendering of cards: faces, backs and suit marks from the vectors in ``resources``."""
