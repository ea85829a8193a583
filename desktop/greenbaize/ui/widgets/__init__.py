"""What every part of the window is made of: colours, letters, paper, labels, dialogs, keyboard."""
