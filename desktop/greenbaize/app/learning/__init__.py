"""A first deal with a guide: the table it is played at, and what the guide says."""
