"""Tables on the network in the window; everything here is imported on first use."""
