"""The preferences dialog, and the preferences of the operating system."""
