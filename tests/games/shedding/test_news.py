"""What is told loudly, and what is not."""

from itertools import chain

from greenbaize.games.shedding.events import WentOut
from greenbaize.words.speaker import Speaker
from match.playing import Setup, play_randomly

NAMES = ("Anna", "Bo", "Cy", "Di", "Eva")


def test_going_coming_back_and_anti_rank_are_news_and_nothing_else_is() -> None:
    told, others = set(), set()
    matches = [play_randomly(Setup("rank", 5, {}), number) for number in range(4)]
    game = matches[0].game
    for event, state in chain(*[match.moments for match in matches]):
        news = game.news(event, state)
        loud = event.type in ("leaving", "back", "out", "antirank")
        assert (news is not None) is loud
        if news is not None:
            told.add(event.type)
            assert Speaker(NAMES).say(news.message).startswith(NAMES[event.seat])
            assert Speaker(NAMES, event.seat).say(news.message).startswith("You")
        else:
            others.add(event.type)
    assert told == {"leaving", "back", "out", "antirank"}
    assert {"deal", "play", "draw", "pass", "score"} <= others


def test_who_is_out_hears_the_place() -> None:
    played = play_randomly(Setup("rank", 5, {}), 0)
    said = []
    for event, state in played.moments:
        if isinstance(event, WentOut):
            news = played.game.news(event, state)
            assert news is not None
            said.append(Speaker(NAMES).say(news.message))
    assert [words.rpartition(" ")[2] for words in said] == ["1st", "2nd", "3rd", "4th"]
