"""The window of exercises."""
