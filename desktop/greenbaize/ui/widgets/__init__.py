"""Basic parts of all windows: colours, fonts, paper, labels, dialogs and keyboard."""
