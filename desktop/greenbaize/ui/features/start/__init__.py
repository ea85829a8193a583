"""The first screen: what can be played, who plays, and how a match begins."""
