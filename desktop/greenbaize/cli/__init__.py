"""The commands; a window is imported only where one is wanted."""
