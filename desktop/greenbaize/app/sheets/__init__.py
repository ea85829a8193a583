"""Score sheets: with whose they are, as text and files, and kept by hand."""
