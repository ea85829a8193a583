"""The look of the cards: faces, backs and suit marks drawn from the vectors in ``resources``."""
