"""The window, with all of Qt."""
