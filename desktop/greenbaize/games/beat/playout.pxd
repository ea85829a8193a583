# The types of playout.py for Cython; the module runs without this file.
from libc.stdint cimport int16_t, int64_t
cimport cython

cdef bint COMPILED
cdef int PACK_SIZE, ROW_COUNT, POINTS_MASK, POINTS_OFFSET, LAST_TRICK_MASK, MAX_TRICKS, COMBINATION_CACHE_SIZE, BY_POINTS, BY_MOST, BY_BANKS, BY_STANDING, LEAD_COUNT, END_CACHE_SIZE, WORLD_COUNT
cdef double GO_THRESHOLD
cdef unsigned char[37] CARD_OF_BIT
cdef int64_t[36] CARD_BITS
cdef int64_t[6] SEAT_POINT
cdef int64_t[4] SEAT_TRICK
cdef int64_t FIRST_SUIT, LEADER_FACTOR
cdef int64_t[3] HASH_FACTORS

@cython.final
cdef class MoundTable:
    cdef public object relation
    cdef public int colours
    cdef int64_t[6528] main_suit, following, void_following, beating, void_beating
    cdef int16_t[235008] next_mounds
    cdef int16_t[144] lead_mounds
    cdef int fill_row(self, int row) except -1

@cython.final
cdef class DealRules:
    cdef readonly MoundTable mounds
    cdef readonly bint must_beat, has_combinations, ends_early
    cdef readonly int seats, trick_count, most_points_prize
    cdef int four_suit_points, pair_count
    cdef int[6] colours
    cdef int[18] trick_points
    cdef int[36] card_points
    cdef int[144] power
    cdef double[144] held_value
    cdef double[1400] go_chances
    cdef int64_t[2] pair_first, pair_second
    cdef int[2] pair_points
    cdef int64_t scoring_cards
    cdef double mean_card_points
    cdef dict combination_cache
    @cython.locals(points=cython.int, suit=cython.int, suit_cards=int64_t, rest=int64_t, first=int64_t, second=int64_t, pair=cython.int)
    cpdef int combination_points(self, int64_t trick)
    @cython.locals(offset=cython.int, strength=cython.int, low=int64_t)
    cpdef double go_chance(self, int64_t hand, int seat)

@cython.final
cdef class BankPrizes:
    cdef int[6] targets
    cdef unsigned char[64] is_computed
    cdef double[384] shares
    cdef object compute_shares
    cdef int fill_shares(self, int target_bits) except -1

@cython.final
cdef class EndCache:
    cdef int64_t[16384] cards, draws, scores, ends
    cdef int64_t world
    @cython.locals(slot=cython.int)
    cdef int64_t next_world(self)

cdef EndCache END_CACHE

@cython.final
cdef class BeatPlayout:
    cdef DealRules deal
    cdef MoundTable mounds
    cdef BankPrizes prizes
    cdef dict end_cache
    cdef int seats, trick_count, seat, endgame, outcome_kind, stock_size
    cdef bint must_beat
    cdef int64_t zero_score, score, draws, world
    cdef int start_mound, start_turn, start_leader, start_taker, start_count, start_points, start_trick
    cdef int64_t start_cards, start_score
    cdef int64_t[6] hands, played_cards
    cdef int[6] stakes, totals
    cdef int lead_offset
    cdef double win_weight, base_value
    cdef double[1200] lead_shares, win_factors
    cdef int[28] stock

    @cython.locals(deal=DealRules, points=cython.int, card=cython.int)
    cpdef add_taken_trick(self, int taker, int64_t trick_cards)
    @cython.locals(card=cython.int)
    cpdef set_table_trick(self, int mound, int turn, int leader, int taker, int64_t trick_cards)
    @cython.locals(likelihood=cython.double, seat=cython.int, stake=cython.int, chance=cython.double)
    cpdef double stakes_likelihood(self, hands)
    @cython.locals(seat=cython.int)
    cpdef int seats_going(self, hands, int going, int open_seats)

    @cython.locals(index=cython.int)
    cpdef set_world(self, stock)
    @cython.locals(outcome_kind=cython.int, is_for_prize=cython.bint, end=int64_t, own_lead=cython.double, seat=cython.int, points=cython.int)
    cpdef list card_leads(self, hands, stock, cards)
    cpdef double card_outcome(self, hands, int card)
    @cython.locals(seat=cython.int, mound=cython.int, turn=cython.int, leader=cython.int, taker=cython.int, count=cython.int,
                   trick_cards=int64_t, trick_points=cython.int, bit=int64_t, row=cython.int, next_mound=cython.int)
    cdef int64_t end_after_card(self, hands, int card)
    @cython.locals(prizes=BankPrizes, own_points=cython.int, value=cython.double, wins=cython.double, other=cython.int, lead=cython.int)
    cdef double outcome_of_end(self, int64_t end, int seat)
    cdef int match_points(self, int64_t end, int seat)
    @cython.locals(prizes=BankPrizes, end=int64_t, seat=cython.int, best=cython.int, own_points=cython.int)
    cdef int64_t end_of_score(self, int64_t score)
    cdef int64_t search_offset(self)
    @cython.locals(last_trick=int64_t)
    cdef int64_t score_after_trick(self, int64_t score, int taker, int points, int trick)
    @cython.locals(mounds=MoundTable, row=cython.int)
    cdef int mound_row(self, int mound, int turn)
    @cython.locals(mounds=MoundTable)
    cdef int64_t beating_cards(self, int row, int64_t hand)
    @cython.locals(mounds=MoundTable, following=int64_t)
    cdef int64_t legal_cards(self, int row, int64_t hand, int64_t beating)
    @cython.locals(deal=DealRules, mounds=MoundTable, seats=cython.int, trick=cython.int, trick_count=cython.int, offset=int64_t, points=cython.int,
                   hand=int64_t, row=cython.int, beating=int64_t, legal=int64_t, gain=cython.int, bit=int64_t, card=cython.int, next_mound=cython.int)
    cdef int64_t play_out(self, int mound, int turn, int leader, int taker, int count, int64_t trick_cards, int trick_points)
    @cython.locals(deal=DealRules, mounds=MoundTable, offset=cython.int, best=cython.double, best_bit=int64_t, low=int64_t, card=cython.int,
                   score=cython.double, next_mound=cython.int, points=cython.int)
    cdef int64_t choose_card(self, int row, int turn, int behind, int gain, int64_t legal, int64_t beating)
    @cython.locals(deal=DealRules, mounds=MoundTable, mean_card_points=cython.double, scoring_cards=int64_t, gain=cython.double, hand=int64_t,
                   row=cython.int, beating=int64_t, following=int64_t, _at=cython.int)
    cdef double held_trick_points(self, int mound, int turn, int behind, int points)
    @cython.locals(seat=cython.int)
    cdef bint is_over(self)
    @cython.locals(index=cython.int, turn=cython.int, seat=cython.int)
    cdef bint draw_cards(self, int taker, int trick)
    @cython.locals(cards=int64_t, seat=cython.int, draws=int64_t, score=int64_t, cache=EndCache, slot=int64_t, end=int64_t)
    cdef int64_t best_end(self, int leader, int trick)
    @cython.locals(deal=DealRules, mounds=MoundTable, seats=cython.int, hand=int64_t, offset=cython.int, row=cython.int, beating=int64_t,
                   legal=int64_t, next_turn=cython.int, best=int64_t, best_outcome=cython.double, has_best=cython.bint, bit=int64_t, card=cython.int,
                   next_mound=cython.int, next_taker=cython.int, points=cython.int, end=int64_t, outcome=cython.double)
    cdef int64_t best_end_of_trick(self, int mound, int turn, int leader, int taker, int count, int64_t trick_cards, int trick_points, int trick)
    @cython.locals(deal=DealRules, points=cython.int, score=int64_t, draws=int64_t, has_drawn=cython.bint, end=int64_t)
    cdef int64_t best_end_after_trick(self, int taker, int64_t trick_cards, int trick_points, int trick)
