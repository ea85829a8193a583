"""Green Baize, a desktop card table for Damn, Blackout, Master, Ass and Rank."""

__version__ = "1.0.0"
