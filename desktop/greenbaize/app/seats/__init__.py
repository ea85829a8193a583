"""Chairs: who sits at a table, a person, a computer player of ours, or somebody's program."""
