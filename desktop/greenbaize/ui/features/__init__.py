"""Features of the window, one package each; they import the shell and what is below it."""
