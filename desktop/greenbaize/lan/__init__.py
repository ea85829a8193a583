"""A table for friends on the same network: messages, code, both ends, and discovery."""
