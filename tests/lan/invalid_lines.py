"""Lines of guests that are no valid messages, and random changes of valid ones."""

from greenbaize.lan.wire import MAX_GUEST_LINE_BYTES

INVALID_LINES = (
    b"\n",
    b"{}\n",
    b"null\n",
    b"[]\n",
    b"\xff\xfe\n",
    b"x" * 100 + b"\n",
    b"[" * 4000 + b"\n",
    b'{"type":"do"}\n',
    b'{"type":"do","number":1,"heard":0,"command":' + b'{"a":' * 600 + b"1" + b"}" * 600 + b"}\n",
    b'{"type":"do","number":1e999,"heard":0,"command":{}}\n',
    b'{"type":"do","number":-1,"heard":0,"command":{}}\n',
    b'{"type":"do","number":true,"heard":0,"command":{}}\n',
    b'{"type":"do","number":1,"heard":0,"command":{"type":"bid","seat":0,"tricks":"1"}}\n',
    b'{"type":"do","number":1,"heard":0,"command":{"type":"score"}}\n',
    b'{"type":"ready","ready":1}\n',
    b'{"type":"ready","ready":true,"more":1}\n',
    b'{"type":"resume","match":"../../x","heard":0}\n',
    b'{"type":"told","number":1,"line":{}}\n',
    b'{"type":"hello","versions":[1]}\n',
    b"y" * (MAX_GUEST_LINE_BYTES + 1) + b"\n",
)


def mangle_line(random, line):
    """Return a line with random changes, which may still be valid."""
    data = bytearray(line)
    for _ in range(random.randint(1, 4)):
        index = random.randrange(len(data))
        match random.randrange(4):
            case 0:
                data[index] = random.randrange(256)
            case 1:
                del data[index : index + random.randint(1, 9)]
            case 2:
                data[index:index] = random.randbytes(random.randint(1, 9))
            case _:
                data[index:index] = data[: random.randint(1, 30)]
        data = data or bytearray(b"{")
    return bytes(data).replace(b"\n", b"") + b"\n"
