"""Tables: matches that are played here, begun, gone on with and left."""
