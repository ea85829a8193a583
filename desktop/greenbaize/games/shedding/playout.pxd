# The types of playout.py for Cython; the module runs without this file.
cimport cython
from libc.stdint cimport int64_t

cdef bint COMPILED
cdef int _JOKER, _KINDS, _BACK, _WILD_FROM, _WIDE, _MOST_RUNS, _LOOKED_AT, _STOCK
cdef int64_t _EVEN, _SPREAD
cdef int64_t[14] _UNIT
cdef int64_t[70] _STEP
cdef unsigned char[67] _KIND_OF
cdef unsigned char[4096] _WILD
cdef int64_t[131072] _KNOWN

cpdef int size(int64_t hand)
@cython.locals(at=cython.int, fitting=int64_t)
cpdef int64_t due(int64_t hand, int top)
@cython.locals(wild=cython.int)
cpdef double worth(int64_t end, int played)
@cython.locals(key=int64_t, fitting=int64_t, kind=cython.int, end=int64_t, start=int64_t, place=int64_t)
cpdef int64_t best_end(int64_t hand, int top)
@cython.locals(cards=cython.int, end=int64_t, most=cython.double, kind=cython.int, after=int64_t, value=cython.double)
cdef int64_t _best_choice(int64_t hand, int64_t fitting)
@cython.locals(best=cython.int, most=cython.int, kind=cython.int, count=cython.int)
cdef int64_t _liveliest(int64_t hand, int64_t fitting)
@cython.locals(best=cython.int, most=cython.double, cards=cython.int, fitting=int64_t, kind=cython.int, after=int64_t, value=cython.double)
cpdef int freest(int64_t hand)
@cython.locals(ends=dict, seen=set, ahead=list, cards=cython.int, end=int64_t, rest=int64_t, last=cython.int, fitting=int64_t, kind=cython.int)
cpdef list run_ends(int64_t hand, int first)

cdef class Table:
    cdef int seats, top, mover, leaving, passed, orders, left
    cdef bint drew, anti, stands
    cdef tuple out
    cdef object others
    cdef long long[16] dealt, hands
    cdef long long[512] stock
    cdef int[16] went
    cdef bint placing
    cdef double base
    cdef double[1000] ahead
    cdef double[100] behind

    @cython.locals(seats=cython.int, inside=cython.int, value=cython.double, before=cython.int, other=cython.int)
    cdef double place_worth(self, int seat, int place)

    @cython.locals(seat=cython.int, left=cython.int, at=cython.int, half=cython.int, unit=int64_t, turned=cython.int)
    cpdef int deal(self, hands, stock, int orders=*)
    @cython.locals(total=cython.double, order=cython.int, place=cython.int)
    cpdef double brings(self, int seat, int64_t end)
    @cython.locals(seats=cython.int, hands=cython.p_longlong, stock=cython.p_longlong, top=cython.int, mover=cython.int, drew=cython.bint,
                   leaving=cython.int, passed=cython.int, anti=cython.bint, under=cython.int, drawn=cython.int, free=cython.bint,
                   everybody=cython.int, inside=cython.int, gone=cython.int, one=cython.int, hand=int64_t, key=int64_t, now=int64_t, last=cython.int)
    cpdef int play_out(self, int seat, int64_t end, int order)
