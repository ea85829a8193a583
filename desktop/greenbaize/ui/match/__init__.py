"""The page of a match: questions and answers, hints, the result, and the forms of its options.

Features that show a match share it: play, lessons, tables with friends, replays. The lists of games
and of unfinished matches, which several features use, are here as well.
"""
