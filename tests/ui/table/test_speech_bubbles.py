"""Tests of news on the table: it is not cut off, and a void deal's stays long enough."""

import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFontMetricsF

from greenbaize.rules.messages import Message
from greenbaize.rules.pictures import Flag, News
from greenbaize.ui.table.pace import Pace
from greenbaize.ui.widgets.fonts import font
from match.playing import Setup
from ui.table.show import Show

VOID = "The deal is void: 10 points off for each revoke. It is dealt again."


@pytest.mark.parametrize("size", [(480, 400), (640, 560), (960, 700), (1900, 1000)])
def test_long_news_is_whole(size):
    scene = Show(Setup("damn", 3, {"deals": 3}), 0.0).scene
    scene.lay_out(*size, 1.0)
    scene.tell_news(0, Flag.FAULT, "Anna revoked with K♦.")
    scene.tell_news(0, Flag.FAULT, VOID)
    news = scene.news
    for (_, words), points, tall in zip(news.lines, news._sizes, news._talls, strict=True):
        most = news.boundingRect().width() - 2.2 * news._line
        metrics = QFontMetricsF(font(points, bold=True))
        room = QRectF(0, 0, most + 2, 1e4)
        asked = metrics.boundingRect(room, Qt.TextFlag.TextWordWrap, words)
        assert asked.height() <= tall + 1
        assert asked.width() <= most + 2
        assert points >= 12
    assert news.boundingRect().height() >= sum(news._talls)
    assert scene.sceneRect().contains(news.sceneBoundingRect())


@pytest.mark.parametrize("waits", [False, True])
def test_a_void_deal_stands_until_one_goes_on_or_for_six_seconds(*, waits):
    show = Show(Setup("damn", 3, {"deals": 3}), 1.0)
    show.stage.pace = Pace(waits=waits)
    picture = show.game.picture(show.told[0][1])
    news = News(0, Message("news-void"), Flag.FAULT, anew=True)
    show.stage._steps.extend(show.stage._steps_of_news(news, picture))
    show.stage.go_on()
    start = show.now
    while show.now - start < 5900:
        show.pass_time(100)
    assert show.scene.news.isVisible()
    show.pass_time(3000)
    assert show.scene.news.isVisible() == waits
    show.stage.hurry()
    assert not show.scene.news.isVisible()
