"""Games of exact bids: bid your tricks, win just as many."""
