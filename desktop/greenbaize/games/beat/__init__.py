"""Games of the beat relation, in which no card is simply high."""
