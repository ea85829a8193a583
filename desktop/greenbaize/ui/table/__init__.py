"""The table: a projection of what one seat is told. It animates events and judges nothing."""
