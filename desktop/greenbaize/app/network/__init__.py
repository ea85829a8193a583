"""Tables on the network for friends: the host's side and the guest's."""
