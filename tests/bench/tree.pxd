# The types of tree.py for Cython; the module runs without this file.
from libc.stdint cimport int64_t
cimport cython
cimport libc.math as math

cdef int ALL_RANKS, NO_NODE
cdef int64_t MODULUS, FACTOR
cdef bytes HIGHEST_BIT
cdef const unsigned char* TOP

cdef class InformationSetTree:
    cdef int _seats, _bid_count, _turn, _trick_size, _suit, _winning_card, _winning_seat
    cdef int _leader, _cards, _trump, _hook
    cdef double _explore
    cdef int[65536] _action, _visits, _available, _child, _sibling
    cdef double[65536] _reward
    cdef int64_t[8] _hands
    cdef int[8] _bids, _won
    cdef int[64] _choices, _nodes, _deck
    cdef int[128] _path, _movers
    cdef int64_t _dice

    @cython.locals(points=list, used=cython.int, best=cython.int, most=cython.int, node=cython.int)
    cpdef int find_best_action(self, position, int simulations, int64_t seed) except -2

    @cython.locals(deck=cython.p_int, pool=list, known_hands=list, bids=list, unknown=list, nevers=list,
                   won=list, count=cython.int, owner=cython.int, hand=int64_t, never=int64_t,
                   missing=cython.int, rest=cython.int, at=cython.int, card=cython.int)
    cdef bint _deal_cards(self, position) except -1

    @cython.locals(deck=cython.p_int, count=cython.int, at=cython.int, other=cython.int)
    cdef void _shuffle_cards(self, list pool) except *

    cdef int _random_below(self, int limit) noexcept

    cdef bint _is_over(self) noexcept

    @cython.locals(choices=cython.p_int, count=cython.int, hooked=cython.int, owner=cython.int,
                   bid=cython.int, hand=int64_t, follows=cython.bint, suit=cython.int,
                   ranks=cython.int)
    cdef int _find_actions(self) noexcept

    cdef void _apply_action(self, int action) noexcept

    @cython.locals(one=int64_t)
    cdef int64_t _card_bit(self, int card) noexcept

    @cython.locals(suit=cython.int, best=cython.int)
    cdef void _play_card(self, int card) noexcept

    @cython.locals(choices=cython.p_int, nodes=cython.p_int, path=cython.p_int,
                   movers=cython.p_int, length=cython.int, node=cython.int, grown=cython.bint,
                   count=cython.int, untried=cython.int, at=cython.int, chosen=cython.int,
                   skip=cython.int, best=cython.double, bound=cython.double, mover=cython.int)
    cdef int _run_iteration(self, int used, list points) except -1

    @cython.locals(child=cython.int)
    cdef int _find_child(self, int node, int action) noexcept

    @cython.locals(visits=cython.double, hope=cython.double)
    cdef double _confidence_bound(self, int node) noexcept
