"""Advice to a person: hints, and the review of a deal."""
