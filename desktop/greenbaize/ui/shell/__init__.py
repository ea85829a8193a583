"""The shell of the window: services, pages, navigation and actions for every feature."""
