"""Feature of lessons and exercises: menu, guided first deal, and exercises from matches."""
