"""Learning from the own play: reviews of finished deals, own exercises, and habits."""
