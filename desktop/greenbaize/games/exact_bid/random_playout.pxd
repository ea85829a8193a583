# The types of random_playout.py for Cython; the module runs without this file.
from libc.stdint cimport int64_t
cimport cython

cdef int ALL_RANKS
cdef bytes HIGHEST_BIT
cdef const unsigned char* HIGHEST_BIT_TABLE

cdef class RandomPlayout:
    cdef int _seats, _trump
    cdef object _random
    cdef double[32] _keys
    cdef int[256] _cards
    cdef int[32] _suit_slots
    cdef int[8] _held_slots, _tricks_won

    @cython.locals(seats=cython.int, trump=cython.int, cards=cython.p_int, suit_slots=cython.p_int,
                   held_slots=cython.p_int, tricks_won=cython.p_int, taker=cython.int, slot=cython.int,
                   top=cython.int, suit=cython.int, top_suit=cython.int, seat=cython.int,
                   following=cython.int, card=cython.int, card_suit=cython.int)
    cpdef list tricks_by_seat(self, tuple world, int leader)

    @cython.locals(keys=cython.p_double, cards=cython.p_int, base=cython.int, count=cython.int,
                   suit=cython.int, ranks=cython.int, card=cython.int, key=cython.double, index=cython.int,
                   slot=cython.int)
    cdef void _shuffle_hand(self, int seat, int64_t hand) except *
