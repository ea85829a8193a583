"""Score sheets as text, CSV and files, and blank ones kept by hand."""
