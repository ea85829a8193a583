"""The pages of help, and what the program is."""
