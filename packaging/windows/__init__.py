"""What belongs to Windows: the version resource, the icon and the installer."""
