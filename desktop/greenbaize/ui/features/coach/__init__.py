"""Learning from the own play: reviews in the background, and the page of habits."""
