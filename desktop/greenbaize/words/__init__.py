"""The message catalogue: codes and values to sentences."""
