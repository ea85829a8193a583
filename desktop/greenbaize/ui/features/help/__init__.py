"""The help pages, and the dialog about the program."""
