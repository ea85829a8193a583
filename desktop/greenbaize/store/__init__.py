"""Storage of matches and settings on this computer."""
