"""Memory: the matches that have been played, found again and counted."""
