"""Questions that are asked on the table itself."""
