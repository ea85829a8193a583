# The types of playout.py for Cython; the module runs without this file.
cimport cython
from libc.stdint cimport int64_t

cdef bint COMPILED
cdef int _JOKER_KIND, _KIND_COUNT, _RETURN_DRAW_COUNT, _WILD_SHIFT, _MAX_BRANCHING_CARDS, _RUN_CACHE_SIZE, _MAX_POSITIONS, _STOCK_SLOTS
cdef int64_t _EVEN_DIGITS, _HASH_FACTOR
cdef int64_t[14] _KIND_UNITS
cdef int64_t[70] _FITTING_TABLE
cdef unsigned char[67] _KIND_OF_BIT
cdef unsigned char[4096] _WILD_COUNTS
cdef int64_t[131072] _COMPILED_RUN_CACHE

cpdef int count_hand_cards(int64_t hand)
@cython.locals(index=cython.int, fitting=int64_t)
cpdef int64_t playable_part(int64_t hand, int top)
@cython.locals(wild=cython.int)
cpdef double run_value(int64_t end, int played_count)
@cython.locals(key=int64_t, fitting=int64_t, kind=cython.int, end=int64_t, start=int64_t, slot=int64_t)
cpdef int64_t best_run_end(int64_t hand, int top)
@cython.locals(cards=cython.int, end=int64_t, best_value=cython.double, kind=cython.int, run_end=int64_t, value=cython.double)
cdef int64_t _best_end_of_choices(int64_t hand, int64_t fitting)
@cython.locals(best=cython.int, best_count=cython.int, kind=cython.int, count=cython.int)
cdef int64_t _most_followed_kind(int64_t hand, int64_t fitting)
@cython.locals(best=cython.int, best_value=cython.double, cards=cython.int, fitting=int64_t, kind=cython.int, run_end=int64_t, value=cython.double)
cpdef int best_free_kind(int64_t hand)
@cython.locals(ends=dict, visited=set, pending=list, cards=cython.int, end=int64_t, rest=int64_t, last=cython.int, fitting=int64_t, kind=cython.int)
cpdef list run_ends(int64_t hand, int first_kind)

cdef class ShedPlayout:
    cdef int seats, top, mover, leaver, passed_seats, order_count, stock_size
    cdef bint has_drawn, is_anti_rank, anti_rank_stands
    cdef tuple seats_out
    cdef object strategy
    cdef long long[16] dealt_hands, hands
    cdef long long[512] stock
    cdef int[16] out_order
    cdef bint has_standing_values
    cdef double base_value
    cdef double[1000] ahead_values
    cdef double[100] behind_values

    @cython.locals(seats=cython.int, seats_in=cython.int, value=cython.double, before=cython.int, other_seat=cython.int)
    cdef double rank_value(self, int seat, int rank)

    @cython.locals(seat=cython.int, stock_size=cython.int, index=cython.int, half=cython.int, unit=int64_t, turned_index=cython.int)
    cpdef int set_world(self, hands, stock, int order_count=*)
    @cython.locals(total=cython.double, order=cython.int, rank=cython.int)
    cpdef double run_outcome(self, int seat, int64_t end)
    @cython.locals(rank=cython.int, index=cython.int, other_seat=cython.int)
    cpdef double order_outcome(self, int seat, finish_order)
    @cython.locals(seats=cython.int, hands=cython.p_longlong, stock=cython.p_longlong, top=cython.int, mover=cython.int, has_drawn=cython.bint,
                   leaver=cython.int, passed_seats=cython.int, is_anti_rank=cython.bint, stock_bottom=cython.int, stock_top=cython.int, has_no_strategy=cython.bint,
                   everybody=cython.int, seats_in=cython.int, out_count=cython.int, other_seat=cython.int, hand=int64_t, key=int64_t, run_end=int64_t, last=cython.int)
    cpdef int play_out(self, int seat, int64_t end, int order)
