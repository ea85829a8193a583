"""Help: pages of rules and of how to use the table."""
