"""Mutations of records: bytes, values, lines, and equivalent spellings of JSON."""

import json
import re

STRANGE_VALUES = [
    None,
    True,
    False,
    -1,
    0,
    1,
    2,
    99,
    10**30,
    -(10**30),
    10**4000,
    1.0,
    0.5,
    1e308,
    "",
    "TS",
    "XR",
    "C",
    "bid",
    "end",
    "human",
    "\0",
    "x\n",
    "\ud800",
    "\u202e",
    "a" * 5000,
    [],
    {},
    [[]],
    [0] * 5,
    ["TS"],
    ["TS", "TS"],
    [True],
    [{}] * 9,
    {"cards": ["TS"], "more": 1},
    {"a": [[[{}]]]},
    "<img src='/dev/zero'>",
    "0" * 32,
]
"""JSON values that are wrong almost everywhere."""


def nested_list(depth):
    """Return nested lists of the given depth."""
    value = []
    for _ in range(depth):
        value = [value]
    return value


def draw_strange_value(chance):
    """Draw a value that is wrong almost everywhere."""
    return (
        nested_list(chance.randrange(400))
        if chance.random() < 0.03
        else chance.choice(STRANGE_VALUES)
    )


def mutate_value(value, chance):
    """Return the value with a strange part replaced, removed or added."""
    if isinstance(value, dict | list) and value and chance.random() < 0.85:
        copy = value.copy()
        key = chance.choice(list(copy) if isinstance(copy, dict) else range(len(copy)))
        draw = chance.random()
        if draw < 0.1:
            del copy[key]
        elif draw < 0.2 and isinstance(copy, dict):
            copy[chance.choice(["you", "begun", "note", "type", "seat", ""])] = draw_strange_value(
                chance
            )
        elif draw < 0.2:
            copy.insert(key, draw_strange_value(chance))
        else:
            copy[key] = mutate_value(value[key], chance)
        return copy
    if type(value) is int and chance.random() < 0.5:
        return value + chance.choice((-1, 1))
    return draw_strange_value(chance)


def mutate_bytes(data, chance):
    """Return the bytes with a few of them lost, added or replaced."""
    result = bytearray(data)
    for _ in range(chance.choice((1, 1, 3, 20))):
        start = chance.randrange(len(result) + 1)
        new = chance.randbytes(chance.randrange(4))
        if chance.random() < 0.5:
            new = bytes(chance.choices(b'0123456789{}[]":, \\\n\rCDHSTJQKA', k=len(new)))
        result[start : start + chance.randrange(4)] = new
    return bytes(result)


def respell_json(value, chance):
    """Return the same JSON value spelled differently: spaces, escapes, order of keys."""
    if isinstance(value, dict):
        keys = list(value.items())
        chance.shuffle(keys)
        value = dict(keys)
    spaces = chance.choice(((",", ":"), (", ", ": "), (" ,\t", " :  ")))
    text = json.dumps(value, ensure_ascii=chance.random() < 0.5, separators=spaces)
    if chance.random() < 0.5:
        text = re.sub(r'"[^"\\]*"', lambda word: word[0].replace("e", "\\u0065"), text)
    return f"{text}{chance.choice(('', ' ', chr(13)))}".encode("utf-8", "surrogatepass")


def mutate_line(change):
    """Return a mutation of one line of a record, most often near the header."""

    def mutate_record(data, chance):
        lines = data.split(b"\n")[:-1]
        index = chance.randrange(min(len(lines), chance.choice((1, 8, 1000))))
        lines[index] = change(json.loads(lines[index]), chance)
        return b"".join(line + b"\n" for line in lines)

    return mutate_record


def mutate_line_value(value, chance):
    """Return a line with a strange value in it."""
    return json.dumps(mutate_value(value, chance)).encode()


def add_free_key(value, chance):
    """Return a line with an unknown key added."""
    if isinstance(value, dict):
        value = value | {
            chance.choice(("note", "program", "begun", "practice")): draw_strange_value(chance)
        }
    return json.dumps(value).encode()


def truncate_record(data, chance):
    """Return a random prefix of the data."""
    return data[: chance.randrange(len(data))]


def move_lines(other_records):
    """Return a mutation that loses, doubles, swaps or replaces lines."""

    def move_record_lines(data, chance):
        lines = data.splitlines(keepends=True)
        first, second = chance.randrange(len(lines)), chance.randrange(len(lines))
        match chance.randrange(5):
            case 0:
                del lines[first]
            case 1:
                lines.insert(first, lines[second])
            case 2:
                lines[first], lines[second] = lines[second], lines[first]
            case 3:
                lines[first] = chance.choice(chance.choice(other_records).splitlines(keepends=True))
            case _:
                rest = chance.choice(other_records).splitlines(keepends=True)
                lines[first + 1 :] = rest[first + 1 :]
        return b"".join(lines)

    return move_record_lines
