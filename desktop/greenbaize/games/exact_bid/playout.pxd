# The types of playout.py for Cython; the module runs without this file.
from libc.stdint cimport int64_t
cimport cython
cimport libc.math as math

cdef int ALL_RANKS, SUIT_TABLE_SIZE, PLAY_RECORD_SIZE, FORCED_INDEX
cdef double[20] PLAY_LIKELIHOODS
cdef double NO_MORE_TRICKS_FACTOR
cdef bint COMPILED
cdef bytes RANK_COUNTS, HIGHEST_BIT
cdef const unsigned char* RANK_COUNT_TABLE
cdef const unsigned char* HIGHEST_BIT_TABLE

cdef class CardValues:
    cdef list _suit_cache
    cdef double[392] win_chances, variances

    cdef (double, double) suit_sums(self, int ranks, int unplayed, int kind) except *

    @cython.locals(tricks=cython.double, variance=cython.double, row=cython.int, rank=cython.int,
                   index=cython.int)
    cdef (double, double) _compute_suit_sums(self, int ranks, int unseen, int kind) noexcept

cdef class PlayChances(CardValues):
    cdef double[196] trick_chances
    cdef double spread, variance_spread, contest_weight, defence_weight

@cython.locals(above=cython.double, below=cython.double, upper=cython.double,
               part=cython.double)
cpdef double need_likelihood(int need, int tricks_left, double expected, double spread) noexcept

cdef class BidEvidence:
    cdef int _seats, _seat, _trump, _max_bid
    cdef int[8] _bids
    cdef int64_t[8] _played_cards
    cdef int[4] _suit_ranks
    cdef double _even_share, _steepness, _offset, _spread, _random_likelihood
    cdef double[18] _points
    cdef CardValues _values

    @cython.locals(tricks=cython.double, suit=cython.int, ranks=cython.int)
    cpdef double expected_tricks(self, int64_t hand) except? -1

    cpdef double expected_bid(self, int64_t hand) except? -1

    @cython.locals(likelihood=cython.double, owner=cython.int, hand=int64_t, distance=cython.double)
    cpdef double likelihood(self, tuple world) except? -1

    @cython.locals(points=list, owner=cython.int, hand=int64_t, bid=cython.int)
    cpdef tuple points_by_seat(self, tuple world, list won)

    @cython.locals(others_mean=cython.double, owner=cython.int, hand=int64_t, bid=cython.int,
                   own_tricks=cython.int)
    cpdef list lead_by_bid(self, tuple world, list won, bids)

cdef class ExactBidPlayout:
    cdef int _seats, _seat, _trump, _start_cards_left
    cdef int[8] _start_needs, _needs
    cdef int64_t _start_unplayed
    cdef int[4] _unplayed
    cdef int[32] _hands
    cdef double[8] _prizes
    cdef double[1024] _standing_values
    cdef bint _is_near_match_end
    cdef list _cards, _chances
    cdef object _trick
    cdef dict _met_bids_cache
    cdef int _turn, _cards_left, _led_suit, _top_rank, _top_suit, _taker, _played_count

    @cython.locals(values=dict, outcomes=list, index=cython.int, met_bids=cython.int,
                   own_prize=cython.double)
    cpdef list card_outcomes(self, tuple world, choice_indices)

    cpdef int met_bids_after_card(self, tuple world, int card) except -1

    @cython.locals(may_meet=cython.bint, card=cython.int)
    cpdef int usual_card(self, tuple world) except -1

    @cython.locals(owner=cython.int, hand=int64_t, suit=cython.int)
    cdef void _set_world(self, tuple world) except *

    @cython.locals(turn=cython.int)
    cdef void _play_card(self, int suit, int rank) noexcept

    @cython.locals(met_bids=cython.int, seat=cython.int)
    cdef int _met_bids(self) noexcept

    @cython.locals(total=cython.double, seat=cython.int)
    cdef double _total_prizes(self, int met_bids) noexcept

    @cython.locals(hands=cython.p_int, needs=cython.p_int, turn=cython.int, led_suit=cython.int,
                   ranks=cython.int, may_meet=cython.bint, card=cython.int)
    cdef void _play_out(self) except *

    @cython.locals(hands=cython.p_int, unplayed=cython.p_int, led_suit=cython.int, trump=cython.int,
                   base=cython.int, behind=cython.int, need=cython.int, tricks_left=cython.int,
                   chances=PlayChances, win_chances=cython.p_double, variances=cython.p_double,
                   trick_chances=cython.p_double, expected=cython.double, variance=cython.double,
                   tricks=cython.double, suit_variance=cython.double,
                   suit=cython.int, ranks=cython.int, first=cython.int, last=cython.int,
                   defence=cython.double, best=cython.double, choice=cython.int,
                   may_win=cython.bint, floor=cython.int, kind=cython.int, unseen=cython.int,
                   row=cython.int, chance_row=cython.int, last_equivalence=cython.int, rank=cython.int,
                   higher=cython.int, equivalence=cython.int, rest=cython.double, spread=cython.double,
                   merit=cython.double, chance=cython.double)
    cdef int _choose_card(self) except -1

    @cython.locals(needs=cython.p_int, cards_left=cython.int, wanted=cython.int, seat=cython.int)
    cdef int _contested_tricks(self) noexcept

    @cython.locals(needs=cython.p_int, taker=cython.int)
    cdef int _taker_need(self) noexcept

    @cython.locals(taker_need=cython.int)
    cdef bint _should_take(self) noexcept

    @cython.locals(hands=cython.p_int, led_suit=cython.int, trump=cython.int, base=cython.int,
                   should_take=cython.bint, below=cython.int, trumps=cython.int, ranks=cython.int,
                   losers=cython.int, winners=cython.int, other_card=cython.int)
    cdef int _choose_spoiling_card(self) noexcept

    @cython.locals(best=cython.int, choice=cython.int, suit=cython.int, ranks=cython.int)
    cdef int _highest_card(self, int excluded_suit) noexcept

    @cython.locals(best=cython.int, choice=cython.int, suit=cython.int, ranks=cython.int,
                   rank=cython.int, height=cython.int)
    cdef int _lowest_card(self) noexcept

    cdef int _best_met_bids(self) except -1

    @cython.locals(hands=cython.p_int, turn=cython.int, cards_left=cython.int, played_count=cython.int,
                   led_suit=cython.int, top_rank=cython.int, top_suit=cython.int, taker=cython.int,
                   first=cython.int, last=cython.int, best=cython.int, best_lead=cython.double,
                   suit=cython.int, ranks=cython.int, rank=cython.int, next_turn=cython.int,
                   met_bids=cython.int, own_prize=cython.double, lead=cython.double)
    cdef int _best_met_bids_of_cards(self) except -1

    @cython.locals(cards=int64_t, code=int64_t, seat=cython.int, suit=cython.int,
                   ranks=int64_t)
    cdef tuple _cache_key(self)

cdef class PlayEvidence(ExactBidPlayout):
    cdef int _count
    cdef int[1092] _play_records
    cdef int64_t[52] _later_cards

    @cython.locals(bit=int64_t)
    cpdef add_play(self, int turn, int cards_left, trick, list needs, int64_t unplayed, int card)

    @cython.locals(record=cython.int, bit=int64_t)
    cpdef void note_held_card(self, int turn, int card) noexcept

    @cython.locals(hands=cython.p_int, unplayed=cython.p_int, records=cython.p_int,
                   likelihood=cython.double, record=cython.int, offset=cython.int, turn=cython.int,
                   led_suit=cython.int, hand=int64_t, suit=cython.int, ranks=cython.int,
                   wants_tricks=cython.bint, rank=cython.int, seat=cython.int, row=cython.int,
                   chosen_card=cython.int, unseen=cython.int, floor=cython.int, beats=cython.bint)
    cpdef double likelihood(self, tuple world) except? -1
