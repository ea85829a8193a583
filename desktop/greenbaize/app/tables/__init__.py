"""Tables: matches that are played here, begun, continued and left."""
