"""The page of a match: what is asked and answered, hints, its end, and the forms of its options.

Features that lay a match on the table share it: play, lessons, tables with friends, replays. With
it are the lists of games and of matches to go on with, from which several of them have one choose.
"""
