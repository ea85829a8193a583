"""Sheets beside the match, and those kept by hand."""
