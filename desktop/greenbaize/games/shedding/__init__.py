"""Games in which one gets rid of one's cards."""
