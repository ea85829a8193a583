# The types of worlds.py for Cython; the module runs without this file.
cimport cython
from libc.stdint cimport int64_t

cdef int _TRIES, _CARDS, _SEATS

cdef class Supposing:
    cdef object known
    cdef int seats, size, rooms
    cdef int64_t[128] slots, unseen
    cdef int[128] owners
    cdef int[16] open
    cdef int64_t[16] held
    cdef long long[16] hands
    cdef long long[128] left
    cdef int[128] fitting

    @cython.locals(weight=cython.double, hands=cython.p_longlong, left=cython.p_longlong, count=cython.int, place=cython.int,
                   other=cython.int, unit=int64_t, at=cython.int, seat=cython.int)
    cpdef tuple suppose(self, chance)
    @cython.locals(hands=cython.p_longlong, left=cython.p_longlong, fitting=cython.p_int, seat=cython.int, size=cython.int, at=cython.int,
                   weight=cython.double, room=cython.int, slot=int64_t, count=cython.int, taken=cython.int)
    cdef double fill(self, chance)
    @cython.locals(seat=cython.int, room=cython.int, at=cython.int, count=cython.int)
    cdef move(self, chance)
