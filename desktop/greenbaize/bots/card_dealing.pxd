# The types of card_dealing.py for Cython; the module runs without this file.
from libc.stdint cimport int64_t
cimport cython

cdef int _COUNT_BITS, _COUNT_MASK, _MAX_TRIES

cdef class UnseenCardDealer:
    cdef public bint fits_hands, is_uniform, is_unique
    cdef int _seats, _stock_size, _shuffled_count, _undealt_count, _kinds
    cdef int64_t[128] _hands, _dealt, _cards, _rest, _picked
    cdef int[128] _sizes, _starts, _left_counts
    cdef list _first_entries, _packed_counts, _next_states, _cumulative_counts, _kind_groups, _owners, _last_owner_counts, _uncounted_groups, _unrestricted_owners
    cdef object _dealt_cards

    @cython.locals(weight=cython.double, index=cython.int, hand=cython.int, card_index=cython.int, rest="int64_t*", dealt="int64_t*")
    cpdef tuple deal_once(self, draw)
    cpdef tuple deal_single_cards(self, draw)
    @cython.locals(hand=cython.int, dealt="int64_t*", hands="int64_t*")
    cdef int _reset_hands(self) except -1
    @cython.locals(weight=cython.double, rest="int64_t*", barred=int64_t, card=int64_t, owners=list, undealt_count=cython.int,
                   fitting_count=cython.int, index=cython.int, wanted=cython.int)
    cdef double _deal_restricted(self, draw, bint allows_any_card) except -1
    @cython.locals(cards="int64_t*", picked="int64_t*", rest="int64_t*", starts="int*", sizes="int*", left_counts="int*",
                   kind=cython.int, state=cython.int, index=cython.int, entry=cython.int, end=cython.int, packed_count=int64_t,
                   count=cython.int, wanted=cython.int, undealt_count=cython.int, card_index=cython.int, picked_index=cython.int, last_index=cython.int,
                   card=int64_t, kind_group=list, owners=list, chance=cython.double, total=cython.double)
    cdef int _deal_counted(self, draw) except -1
    @cython.locals(dealt="int64_t*", index=cython.int, hand=cython.int, card_index=cython.int, count=cython.int, held_cards=int64_t)
    cdef int _deal_to_owners(self, list owners, int64_t* cards) except -1

@cython.locals(index=cython.int, other_index=cython.int, card=int64_t, chance=cython.double)
cdef int _shuffle_first(int64_t* cards, int count, int size, draw) except -1
