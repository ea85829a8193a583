"""The faces of those who sit at a table: twelve heads, ten colours, and who has which."""
