"""What makes a bundle: the program with all that it needs, to be double-clicked."""
