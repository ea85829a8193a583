"""The window and everything else that uses Qt."""
