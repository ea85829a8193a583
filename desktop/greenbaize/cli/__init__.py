"""Command line; the window is imported only where one is wanted."""
