"""Reviews of finished matches in the background."""
