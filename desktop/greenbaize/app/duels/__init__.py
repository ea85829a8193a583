"""Duels: which of two computer players plays better."""
