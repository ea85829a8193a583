# The types of at_random.py for Cython; the module runs without this file.
from libc.stdint cimport int64_t
cimport cython

cdef int WHOLE
cdef bytes HIGHEST
cdef const unsigned char* TOP

cdef class Falling:
    cdef int _seats, _trump
    cdef object _random
    cdef double[32] _keys
    cdef int[256] _cards
    cdef int[32] _places
    cdef int[8] _left, _won

    @cython.locals(seats=cython.int, trump=cython.int, cards=cython.p_int, places=cython.p_int,
                   left=cython.p_int, won=cython.p_int, owner=cython.int, at=cython.int,
                   top=cython.int, suit=cython.int, top_suit=cython.int, seat=cython.int,
                   mine=cython.int, card=cython.int, own=cython.int)
    cpdef list tricks(self, tuple world, int leader)

    @cython.locals(keys=cython.p_double, cards=cython.p_int, base=cython.int, count=cython.int,
                   suit=cython.int, ranks=cython.int, card=cython.int, key=cython.double, place=cython.int,
                   at=cython.int)
    cdef void _shuffle(self, int owner, int64_t hand) except *
