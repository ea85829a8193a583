"""Network tables: the host's side and the client's side."""
