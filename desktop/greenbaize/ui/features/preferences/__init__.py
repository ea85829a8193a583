"""What somebody has set, and what the system wants."""
