"""Windows and pages for finished and interrupted matches: list, statistics, replay, undo."""
