"""Build of a bundle: the program with all that it needs, started by a double click."""
