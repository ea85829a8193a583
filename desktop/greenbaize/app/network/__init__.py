"""Tables that are open to friends on the network: the host behind its door, and a guest's seat."""
