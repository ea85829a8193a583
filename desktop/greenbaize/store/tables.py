"""The tables of the database of matches, and their migrations."""

from collections.abc import Mapping
from typing import Final

TABLES: Final = """
CREATE TABLE files (
    name TEXT PRIMARY KEY,
    size INTEGER NOT NULL,
    changed INTEGER NOT NULL,
    match TEXT,
    fault TEXT,
    over INTEGER NOT NULL,
    deal INTEGER NOT NULL,
    scored INTEGER NOT NULL,
    seeded INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX files_of_match ON files (
    match, over DESC, deal DESC, scored DESC, seeded DESC, size DESC, name
);
CREATE INDEX files_at_fault ON files (changed) WHERE fault IS NOT NULL;
CREATE TABLE matches (
    id INTEGER PRIMARY KEY,
    identity TEXT NOT NULL UNIQUE,
    game TEXT NOT NULL,
    begun TEXT NOT NULL,
    deal INTEGER NOT NULL,
    over INTEGER NOT NULL,
    practice INTEGER NOT NULL,
    origin TEXT NOT NULL,
    people TEXT NOT NULL,
    won TEXT NOT NULL,
    file TEXT NOT NULL
) STRICT;
CREATE INDEX matches_by_time ON matches (begun);
CREATE INDEX matches_left ON matches (begun) WHERE NOT over;
CREATE TABLE players (
    match INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    name TEXT NOT NULL,
    folded TEXT NOT NULL,
    kind TEXT NOT NULL,
    level TEXT NOT NULL,
    total INTEGER NOT NULL,
    place INTEGER,
    stood_in INTEGER NOT NULL,
    against TEXT NOT NULL,
    source REAL,
    score INTEGER NOT NULL,
    PRIMARY KEY (match, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX players_by_name ON players (folded);
CREATE INDEX players_here ON players (folded, name) WHERE kind <> 'bot';
CREATE TABLE facts (
    match INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    kind TEXT NOT NULL,
    key TEXT NOT NULL,
    times INTEGER NOT NULL,
    sum INTEGER NOT NULL,
    PRIMARY KEY (match, seat, kind, key)
) STRICT, WITHOUT ROWID;
CREATE TABLE tallies (
    bot INTEGER NOT NULL,
    who TEXT NOT NULL,
    game TEXT NOT NULL,
    against TEXT NOT NULL,
    kind TEXT NOT NULL,
    key TEXT NOT NULL,
    times INTEGER NOT NULL,
    sum INTEGER NOT NULL,
    PRIMARY KEY (bot, who, game, against, kind, key)
) STRICT, WITHOUT ROWID;
CREATE TABLE credits (
    game TEXT NOT NULL,
    bot INTEGER NOT NULL,
    who TEXT NOT NULL,
    begun TEXT NOT NULL,
    identity TEXT NOT NULL,
    seat INTEGER NOT NULL,
    match INTEGER NOT NULL,
    against TEXT NOT NULL,
    seats INTEGER NOT NULL,
    behind INTEGER NOT NULL,
    tied INTEGER NOT NULL,
    place INTEGER NOT NULL,
    worst INTEGER NOT NULL,
    deals INTEGER NOT NULL,
    points INTEGER NOT NULL,
    source REAL,
    rating REAL,
    spread REAL,
    PRIMARY KEY (game, bot, who, begun, identity, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX credits_of_match ON credits (match, seat);
CREATE INDEX credits_by_time ON credits (game, begun, identity, seat);
CREATE TABLE unrated (
    game TEXT PRIMARY KEY,
    since TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE reviews (
    identity TEXT NOT NULL,
    deal INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    adviser TEXT NOT NULL,
    made TEXT NOT NULL,
    choices INTEGER NOT NULL,
    points REAL NOT NULL,
    PRIMARY KEY (identity, deal, seat)
) STRICT, WITHOUT ROWID;
CREATE TABLE reviews_read (
    size INTEGER NOT NULL,
    changed INTEGER NOT NULL
) STRICT;
CREATE TABLE honours (
    match INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    code TEXT NOT NULL,
    PRIMARY KEY (match, seat, code)
) STRICT, WITHOUT ROWID;
"""
STEPS: Final[Mapping[int, str]] = {}
"""The statements that migrate from each older version to the next."""
VERSION: Final = 1 + max(STEPS, default=0)
"""The version written."""
