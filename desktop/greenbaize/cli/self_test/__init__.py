"""``greenbaize --self-test``: tries everything the program does once, and reports."""
