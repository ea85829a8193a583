"""Avatars of players: twelve heads, ten colours, and their assignment to names."""
