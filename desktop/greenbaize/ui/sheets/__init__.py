"""Paper beside and over the table: the score sheet and the result."""
