"""What makes a release: its version, what it is built from, and what it says of itself."""
