# The types of endgame.py for Cython; the module runs without this file.
cimport cython
from libc.stdint cimport int64_t

cdef int64_t[14] _KIND_UNITS
cdef int64_t[70] _FITTING_TABLE
cdef int _KIND_COUNT, _RETURN_DRAW_COUNT, _MOVER_SHIFT, _LEAVER_SHIFT, _DRAWN_SHIFT, _ANTI_RANK_SHIFT, _PASSED_SHIFT, _STOCK_SHIFT

cdef class RankEndgame:
    cdef public int64_t positions_left
    cdef tuple _seats_in
    cdef int _seat_count, _mover, _leaver, _passed_seats
    cdef bint _is_anti_rank, _anti_rank_stands
    cdef dict _orders, _run_ends

    @cython.locals(digits=int64_t, order=int64_t)
    cpdef tuple find_finish_order(self, hands, stock, int64_t run_end)
    @cython.locals(hand=int64_t, top=cython.int)
    cdef int64_t _order_after_run(self, list hands, int64_t stock, int mover, int64_t run_end, int leaver, int passed_seats, bint is_anti_rank) except -1
    @cython.locals(situation=int64_t, seats_in=cython.int, seat=cython.int)
    cdef int64_t _order_when_stuck(self, list hands, int64_t stock, int mover, int top, int leaver, int passed_seats, bint has_drawn) except -1
    @cython.locals(situation=int64_t, order=int64_t, next_mover=cython.int, is_out=cython.bint)
    cdef int64_t _order_after_turn(self, list hands, int64_t stock, int mover, int top, int leaver, int passed_seats) except -1
    @cython.locals(count=cython.int, seat=cython.int)
    cdef int _count_seats_in(self, list hands, int leaver) except -1
    @cython.locals(top=cython.int, mover=cython.int, leaver=cython.int, passed_seats=cython.int, stock=int64_t, is_anti_rank=cython.bint, has_drawn=cython.bint,
                   hand=int64_t, ends=list, end=int64_t, best_order=int64_t, order=int64_t, best_rank=cython.int, rank=cython.int)
    cdef int64_t _search(self, list hands, int64_t situation) except -1
    @cython.locals(start=int64_t, known_ends=object, result=list, level=set, ends=list, next_level=set, end=int64_t, rest=int64_t, kind=cython.int,
                   index=cython.int, fitting=int64_t)
    cdef list _ends_of_runs(self, int64_t hand, int top)

@cython.locals(kind=cython.int)
cdef list _ends_of_single_cards(int64_t hand)
