"""The persons at this computer in the window: who plays, what each is called and looks like."""
