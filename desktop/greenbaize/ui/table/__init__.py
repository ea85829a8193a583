"""The table: a projection of one seat's view events. It animates events and judges nothing."""
