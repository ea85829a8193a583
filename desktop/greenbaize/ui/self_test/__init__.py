"""The window's part of ``greenbaize --self-test``: drawings, and matches played to the end."""
