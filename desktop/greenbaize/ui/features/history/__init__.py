"""The matches that have been played: found again, looked at, taken back and played on."""
