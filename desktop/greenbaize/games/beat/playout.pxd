# The types of playout.py for Cython; the module runs without this file.
from libc.stdint cimport int16_t, int64_t
cimport cython

cdef bint COMPILED
cdef int PACK, ROWS, POINTS, MIDDLE, LATEST, MOST_TRICKS, MOST_FOUND, BY_POINTS, BY_MOST, BY_BANKS, BY_PLACE, LEADS, ENDS, WORLDS
cdef double LIKELY
cdef unsigned char[37] PLACE
cdef int64_t[36] BITS
cdef int64_t[6] SEAT
cdef int64_t[4] TRICK
cdef int64_t SUIT, LEADER
cdef int64_t[3] MIX

@cython.final
cdef class Mounds:
    cdef public object relation
    cdef public int colours
    cdef int64_t[6528] main, follow, value, beating, void_beating
    cdef int16_t[235008] after
    cdef int16_t[144] leads
    cdef int fill(self, int row) except -1

@cython.final
cdef class Deal:
    cdef readonly Mounds mounds
    cdef readonly bint must_beat, sets, early
    cdef readonly int seats, total, most
    cdef int suit, pairs
    cdef int[6] colours
    cdef int[18] tricks
    cdef int[36] cards
    cdef int[144] power
    cdef double[144] keep
    cdef double[1400] going
    cdef int64_t[2] one, other
    cdef int[2] more
    cdef int64_t counted
    cdef double each
    cdef dict found
    @cython.locals(more=cython.int, suit=cython.int, same=int64_t, rest=int64_t, one=int64_t, other=int64_t, pair=cython.int)
    cpdef int bring(self, int64_t trick)
    @cython.locals(at=cython.int, strength=cython.int, low=int64_t)
    cpdef double goes(self, int64_t hand, int seat)

@cython.final
cdef class Prizes:
    cdef int[6] targets
    cdef unsigned char[64] known
    cdef double[384] shares
    cdef object promise
    cdef int fill(self, int reached) except -1

@cython.final
cdef class Ends:
    cdef int64_t[16384] cards, draws, scores, ends
    cdef int64_t world
    @cython.locals(at=cython.int)
    cdef int64_t next_world(self)

cdef Ends FOUND

@cython.final
cdef class Table:
    cdef Deal deal
    cdef Mounds mounds
    cdef Prizes prizes
    cdef dict known
    cdef int seats, total, seat, endgame, how, size
    cdef bint must_beat
    cdef int64_t nothing, score, draws, world
    cdef int start_mound, start_turn, start_leader, start_owner, start_count, start_worth, start_trick
    cdef int64_t start_laid, start_score
    cdef int64_t[6] hands, played
    cdef int[6] said, totals
    cdef int zero
    cdef double first, base
    cdef double[1200] share, win
    cdef int[28] stock

    @cython.locals(deal=Deal, brings=cython.int, card=cython.int)
    cpdef taken(self, int owner, int64_t laid)
    @cython.locals(card=cython.int)
    cpdef lying(self, int mound, int turn, int leader, int owner, int64_t laid)
    @cython.locals(likely=cython.double, seat=cython.int, go=cython.int, chance=cython.double)
    cpdef double likelihood(self, hands)
    @cython.locals(seat=cython.int)
    cpdef int would_go(self, hands, int said, int open_)

    @cython.locals(at=cython.int)
    cpdef supposed(self, stock)
    @cython.locals(seat=cython.int, mound=cython.int, turn=cython.int, leader=cython.int, owner=cython.int, count=cython.int,
                   laid=int64_t, worth=cython.int, bit=int64_t, row=cython.int, then=cython.int, end=int64_t)
    cpdef double played_out(self, hands, int card)
    @cython.locals(prizes=Prizes, own=cython.int, value=cython.double, wins=cython.double, other=cython.int, lead=cython.int)
    cdef double has(self, int64_t end, int seat)
    cdef int got(self, int64_t end, int seat)
    @cython.locals(prizes=Prizes, end=int64_t, seat=cython.int, best=cython.int, own=cython.int)
    cdef int64_t settled(self, int64_t score)
    cdef int64_t before(self)
    @cython.locals(before=int64_t)
    cdef int64_t after(self, int64_t score, int owner, int brings, int trick)
    @cython.locals(mounds=Mounds, row=cython.int)
    cdef int row(self, int mound, int turn)
    @cython.locals(mounds=Mounds)
    cdef int64_t beating(self, int row, int64_t hand)
    @cython.locals(mounds=Mounds, follow=int64_t)
    cdef int64_t legal(self, int row, int64_t hand, int64_t beating)
    @cython.locals(deal=Deal, mounds=Mounds, seats=cython.int, trick=cython.int, total=cython.int, before=int64_t, brings=cython.int,
                   hand=int64_t, row=cython.int, beating=int64_t, legal=int64_t, gain=cython.int, bit=int64_t, card=cython.int, then=cython.int)
    cdef int64_t play_out(self, int mound, int turn, int leader, int owner, int count, int64_t laid, int worth)
    @cython.locals(deal=Deal, mounds=Mounds, at=cython.int, best=cython.double, chosen=int64_t, low=int64_t, card=cython.int,
                   score=cython.double, then=cython.int, brings=cython.int)
    cdef int64_t choose(self, int row, int turn, int behind, int gain, int64_t legal, int64_t beating)
    @cython.locals(deal=Deal, mounds=Mounds, each=cython.double, counted=int64_t, gain=cython.double, hand=int64_t,
                   row=cython.int, beating=int64_t, follow=int64_t, _at=cython.int)
    cdef double held(self, int mound, int turn, int behind, int brings)
    @cython.locals(seat=cython.int)
    cdef bint over(self)
    @cython.locals(at=cython.int, turn=cython.int, seat=cython.int)
    cdef bint draw(self, int taker, int trick)
    @cython.locals(cards=int64_t, seat=cython.int, draws=int64_t, score=int64_t, found=Ends, at=int64_t, end=int64_t)
    cdef int64_t best_end(self, int leader, int trick)
    @cython.locals(deal=Deal, mounds=Mounds, seats=cython.int, hand=int64_t, colour=cython.int, row=cython.int, beating=int64_t,
                   legal=int64_t, after=cython.int, best=int64_t, most=cython.double, found=cython.bint, bit=int64_t, card=cython.int,
                   then=cython.int, owns=cython.int, brings=cython.int, end=int64_t, merit=cython.double)
    cdef int64_t best(self, int mound, int turn, int leader, int owner, int count, int64_t laid, int worth, int trick)
    @cython.locals(deal=Deal, brings=cython.int, score=int64_t, draws=int64_t, drawn=cython.bint, end=int64_t)
    cdef int64_t best_after(self, int owner, int64_t laid, int worth, int trick)
