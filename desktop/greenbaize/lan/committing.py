"""A guest's part in the joint shuffle: a random number, committed to and then revealed."""

from greenbaize.lan.wire import Commit, Commits, DamagedMessageError, Open, Shuffle
from greenbaize.match.seal import Committed, commit_of, new_number


class Committing:
    """A guest's part in the shuffle, and what they know of it afterwards."""

    def __init__(self) -> None:
        self._round = 0
        self._lobby = ""
        self._index: int | None = None
        self._number = ""
        self._again = 0
        self._fresh: Committed | None = None
        self.known: Committed | None = None
        """What is known of the current match's shuffle."""

    def begin(self, shuffle: Shuffle) -> Commit | None:
        """Begin a round; returns the commitment of a player.

        ``DamagedMessageError`` if repeated.
        """
        if shuffle.round <= self._round:
            raise DamagedMessageError
        if self._fresh is not None and self._index is not None:
            self._again += 1  # the host has seen the numbers, and may not have liked them
        self._round, self._lobby, self._index = shuffle.round, shuffle.lobby, shuffle.index
        self._fresh = None
        if self._index is None:
            self._number = ""
            return None
        self._number = new_number()
        return Commit(self._round, commit_of(self._number, self._lobby, self._index))

    def open(self, commits: Commits) -> Open | None:
        """All have committed; returns a player's number, once a round.

        Raises ``DamagedMessageError`` if the guest's own hash is not among those that count.
        """
        index, hashes = self._index, tuple(commits.hashes)
        if commits.round != self._round or self._fresh is not None:
            raise DamagedMessageError
        self._fresh = Committed(self._lobby, hashes, index, self._number, self._again)
        if index is None:
            return None
        if index >= len(hashes) or hashes[index] != commit_of(self._number, self._lobby, index):
            raise DamagedMessageError
        return Open(self._round, self._number)

    def come_back(self) -> None:
        """The connection was lost: a spectator may have missed a round, a player cannot.

        So a host that cuts a player off does not make them forget what was committed to.
        """
        self._round = 0  # the host may have been started anew, and counts from there
        if self._index is None:
            self._fresh = None

    def follow(self, *, same: bool) -> None:
        """A match is told from its beginning: the same one again, or another."""
        if not same or self._fresh is not None:
            self.known, self._fresh, self._again = self._fresh, None, 0
