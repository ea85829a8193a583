"""The window's part of ``greenbaize --self-test``: what is drawn, and matches that are seen."""
