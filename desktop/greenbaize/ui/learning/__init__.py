"""Learning at the table: the menu, the guide's slip, and the first deal."""
