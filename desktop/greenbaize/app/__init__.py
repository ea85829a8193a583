"""Sessions: which seats are people or bots, and the parts of a match put together."""
