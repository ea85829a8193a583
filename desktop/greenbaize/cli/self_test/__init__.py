"""Self-test ``greenbaize --self-test``: it tries everything the program does once."""
