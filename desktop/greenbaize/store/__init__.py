"""Where matches and settings are kept on this computer."""
