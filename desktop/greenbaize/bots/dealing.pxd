# The types of dealing.py for Cython; the module runs without this file.
from libc.stdint cimport int64_t
cimport cython

cdef int _BITS, _MASK, _TRIES

cdef class Dealing:
    cdef public bint bound, exact, certain
    cdef int _seats, _stock, _mixed, _lying, _kinds
    cdef int64_t[128] _hands, _dealt, _cards, _rest, _picked
    cdef int[128] _sizes, _starts, _left
    cdef list _first, _takes, _follows, _sums, _merged, _owners, _last, _loose, _free
    cdef object _given

    @cython.locals(weight=cython.double, at=cython.int, hand=cython.int, place=cython.int, rest="int64_t*", dealt="int64_t*")
    cpdef tuple deal(self, draw)
    cpdef tuple deal_each(self, draw)
    @cython.locals(hand=cython.int, dealt="int64_t*", hands="int64_t*")
    cdef int _begin(self) except -1
    @cython.locals(weight=cython.double, rest="int64_t*", barred=int64_t, card=int64_t, owners=list, lying=cython.int,
                   fit=cython.int, at=cython.int, wanted=cython.int)
    cdef double _deal_bound(self, draw, bint anyhow) except -1
    @cython.locals(cards="int64_t*", picked="int64_t*", rest="int64_t*", starts="int*", sizes="int*", left="int*",
                   kind=cython.int, state=cython.int, at=cython.int, way=cython.int, end=cython.int, take=int64_t,
                   count=cython.int, wanted=cython.int, lying=cython.int, place=cython.int, here=cython.int, last=cython.int,
                   card=int64_t, among=list, owners=list, chance=cython.double, total=cython.double)
    cdef int _deal_counted(self, draw) except -1
    @cython.locals(dealt="int64_t*", at=cython.int, hand=cython.int, place=cython.int, count=cython.int, held=int64_t)
    cdef int _give(self, list owners, int64_t* cards) except -1

@cython.locals(at=cython.int, other=cython.int, card=int64_t, chance=cython.double)
cdef int _mix(int64_t* cards, int count, int size, draw) except -1
