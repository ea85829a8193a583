"""What one can do in the window, each in a folder; features know the shell and what is below it."""
