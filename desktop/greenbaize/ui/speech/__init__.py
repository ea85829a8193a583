"""What the table says by itself, for those who hear it instead of seeing it."""
