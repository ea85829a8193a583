# The types of playout.py for Cython; the module runs without this file.
from libc.stdint cimport int64_t
cimport cython
cimport libc.math as math

cdef int WHOLE, SUIT, MOMENT, FORCED
cdef double[20] TOLD
cdef double EASE
cdef bint COMPILED
cdef bytes COUNTS, HIGHEST
cdef const unsigned char* COUNT
cdef const unsigned char* TOP

cdef class Values:
    cdef list _known
    cdef double[392] worth, doubt

    cdef (double, double) sums(self, int ranks, int out, int kind) except *

    @cython.locals(value=cython.double, doubts=cython.double, row=cython.int, rank=cython.int,
                   at=cython.int)
    cdef (double, double) _sums(self, int ranks, int unseen, int kind) noexcept

cdef class Chances(Values):
    cdef double[196] winning
    cdef double spread, unsure, contest, defence

@cython.locals(above=cython.double, below=cython.double, most=cython.double,
               part=cython.double)
cpdef double meets(int need, int later, double expected, double spread) noexcept

cdef class Bids:
    cdef int _seats, _seat, _trump, _most
    cdef int[8] _made
    cdef int64_t[8] _gone
    cdef int[4] _whole
    cdef double _even, _steep, _reach, _spread, _odd
    cdef double[18] _points
    cdef Values _values

    @cython.locals(value=cython.double, suit=cython.int, ranks=cython.int)
    cpdef double expected(self, int64_t hand) except? -1

    cpdef double usual(self, int64_t hand) except? -1

    @cython.locals(likelihood=cython.double, owner=cython.int, hand=int64_t, far=cython.double)
    cpdef double likelihood(self, tuple world) except? -1

    @cython.locals(points=list, owner=cython.int, hand=int64_t, bid=cython.int)
    cpdef tuple scored(self, tuple world, list won)

    @cython.locals(against=cython.double, owner=cython.int, hand=int64_t, bid=cython.int,
                   mine=cython.int)
    cpdef list bring(self, tuple world, list won, bids)

cdef class Playout:
    cdef int _seats, _seat, _trump, _left_now
    cdef int[8] _needs_now, _needs
    cdef int64_t _out_now
    cdef int[4] _out
    cdef int[32] _held
    cdef double[8] _prizes
    cdef double[1024] _worths
    cdef bint _near
    cdef list _cards, _chances
    cdef object _trick
    cdef dict _known
    cdef int _turn, _left, _led, _top, _top_suit, _owner, _played

    @cython.locals(values=dict, outcomes=list, place=cython.int, met=cython.int,
                   own=cython.double)
    cpdef list outcomes(self, tuple world, among)

    cpdef int end(self, tuple world, int card) except -1

    @cython.locals(owner=cython.int, hand=int64_t, suit=cython.int)
    cdef void _set_up(self, tuple world) except *

    @cython.locals(turn=cython.int)
    cdef void _lay(self, int suit, int rank) noexcept

    @cython.locals(met=cython.int, seat=cython.int)
    cdef int _met(self) noexcept

    @cython.locals(total=cython.double, seat=cython.int)
    cdef double _scored(self, int met) noexcept

    @cython.locals(held=cython.p_int, needs=cython.p_int, turn=cython.int, led=cython.int,
                   ranks=cython.int, may_meet=cython.bint, card=cython.int)
    cdef void _play_out(self) except *

    @cython.locals(held=cython.p_int, out=cython.p_int, led=cython.int, trump=cython.int,
                   base=cython.int, behind=cython.int, need=cython.int, later=cython.int,
                   chances=Chances, worth=cython.p_double, doubt=cython.p_double,
                   winning=cython.p_double, value=cython.double, doubts=cython.double,
                   tricks=cython.double, doubtful=cython.double,
                   suit=cython.int, ranks=cython.int, first=cython.int, last=cython.int,
                   defence=cython.double, best=cython.double, choice=cython.int,
                   may_win=cython.bint, floor=cython.int, kind=cython.int, unseen=cython.int,
                   row=cython.int, wins=cython.int, before=cython.int, rank=cython.int,
                   higher=cython.int, alike=cython.int, rest=cython.double, spread=cython.double,
                   merit=cython.double, chance=cython.double)
    cdef int _choose(self) except -1

    @cython.locals(needs=cython.p_int, left=cython.int, wanted=cython.int, seat=cython.int)
    cdef int _contested(self) noexcept

    @cython.locals(needs=cython.p_int, owner=cython.int)
    cdef int _taken(self) noexcept

    @cython.locals(taken=cython.int)
    cdef bint _takes(self) noexcept

    @cython.locals(held=cython.p_int, led=cython.int, trump=cython.int, base=cython.int,
                   takes=cython.bint, below=cython.int, trumps=cython.int, ranks=cython.int,
                   losers=cython.int, winners=cython.int, other=cython.int)
    cdef int _spoil(self) noexcept

    @cython.locals(best=cython.int, choice=cython.int, suit=cython.int, ranks=cython.int)
    cdef int _highest(self, int but) noexcept

    @cython.locals(best=cython.int, choice=cython.int, suit=cython.int, ranks=cython.int,
                   rank=cython.int, height=cython.int)
    cdef int _lowest(self) noexcept

    cdef int _best_end(self) except -1

    @cython.locals(held=cython.p_int, turn=cython.int, left=cython.int, played=cython.int,
                   led=cython.int, top=cython.int, top_suit=cython.int, owner=cython.int,
                   first=cython.int, last=cython.int, best=cython.int, most=cython.double,
                   suit=cython.int, ranks=cython.int, rank=cython.int, taker=cython.int,
                   met=cython.int, own=cython.double, lead=cython.double)
    cdef int _best_card(self) except -1

    @cython.locals(cards=int64_t, code=int64_t, seat=cython.int, suit=cython.int,
                   ranks=int64_t)
    cdef tuple _key(self)

cdef class Plays(Playout):
    cdef int _count
    cdef int[1092] _moments
    cdef int64_t[52] _since

    @cython.locals(bit=int64_t)
    cpdef add(self, int turn, int left, trick, list needs, int64_t out, int card)

    @cython.locals(before=cython.int, bit=int64_t)
    cpdef void hold(self, int turn, int card) noexcept

    @cython.locals(held=cython.p_int, out=cython.p_int, moments=cython.p_int,
                   likelihood=cython.double, moment=cython.int, at=cython.int, turn=cython.int,
                   led=cython.int, hand=int64_t, suit=cython.int, ranks=cython.int,
                   wants=cython.bint, rank=cython.int, seat=cython.int, row=cython.int,
                   chosen=cython.int, unseen=cython.int, floor=cython.int, beats=cython.bint)
    cpdef double likelihood(self, tuple world) except? -1
