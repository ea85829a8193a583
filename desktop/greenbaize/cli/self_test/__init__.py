"""``greenbaize --self-test``: does everything once that the program does, and says how it went."""
