"""One window for each folder of data: the first has a bell, and a second start rings it."""
