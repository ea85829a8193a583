"""Tables on the network as the window shows them; all of it is imported when it is asked for."""
