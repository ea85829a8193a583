"""The persons at this computer: current person, names and faces."""
