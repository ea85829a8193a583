"""Decks, backs, cloths and sounds of a person's own: their files, checked, and where they lie."""
