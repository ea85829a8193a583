"""What every feature of the window is given: services, pages, navigation and actions."""
