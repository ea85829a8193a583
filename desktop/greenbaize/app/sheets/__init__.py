"""Score sheets with their headings, as text and files, and kept by hand."""
