"""Who holds a seat: a person, a computer player of ours, or somebody's program."""
