"""The authority that runs a match, its record, replay and verification."""
