"""The start screen, and the set-up and start of matches."""
