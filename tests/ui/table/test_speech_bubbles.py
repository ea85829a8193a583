"""Tests of news on the table: it is not cut off, and a void deal's stays long enough."""

import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFontMetricsF

from greenbaize.rules.messages import Message
from greenbaize.rules.table_snapshot import EventNotice, NoticeFlag
from greenbaize.ui.table.pace import TablePace
from greenbaize.ui.widgets.fonts import make_font
from match.random_matches import GameSetup
from ui.table.stage_harness import StageHarness

VOID_DEAL_TEXT = "The deal is void: 10 points off for each revoke. It is dealt again."


@pytest.mark.parametrize("size", [(480, 400), (640, 560), (960, 700), (1900, 1000)])
def test_long_news_is_not_cut_off(size):
    scene = StageHarness(GameSetup("damn", 3, {"deals": 3}), 0.0).scene
    scene.update_layout(*size, ratio=1.0)
    scene.show_news(0, NoticeFlag.FAULT, "Anna revoked with K♦.")
    scene.show_news(0, NoticeFlag.FAULT, VOID_DEAL_TEXT)
    news = scene.news
    for (_, words), points, text_height in zip(
        news.lines, news._letter_sizes, news._line_heights, strict=True
    ):
        max_width = news.boundingRect().width() - 2.2 * news._line_height
        metrics = QFontMetricsF(make_font(points, bold=True))
        area = QRectF(0, 0, max_width + 2, 1e4)
        text_rect = metrics.boundingRect(area, Qt.TextFlag.TextWordWrap, words)
        assert text_rect.height() <= text_height + 1
        assert text_rect.width() <= max_width + 2
        assert points >= 12
    assert news.boundingRect().height() >= sum(news._line_heights)
    assert scene.sceneRect().contains(news.sceneBoundingRect())


@pytest.mark.parametrize("waits", [False, True])
def test_void_deal_news_stays_for_six_seconds_or_a_click(*, waits):
    harness = StageHarness(GameSetup("damn", 3, {"deals": 3}), 1.0)
    harness.stage.pace = TablePace(waits_for_click=waits)
    picture = harness.game.picture(harness.event_views[0][1])
    news = EventNotice(0, Message("news-void"), NoticeFlag.FAULT, resets_table=True)
    harness.stage._steps.extend(harness.stage._news_steps(news, picture))
    harness.stage._run_steps()
    start = harness.now
    while harness.now - start < 5900:
        harness.advance_clock(100)
    assert harness.scene.news.isVisible()
    harness.advance_clock(3000)
    assert harness.scene.news.isVisible() == waits
    harness.stage.skip_animations()
    assert not harness.scene.news.isVisible()
