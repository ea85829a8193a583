import pytest

from greenbaize.app.phones import messages
from greenbaize.app.phones.messages import FROM_HOST, FROM_PHONE, Hello, Say, frame_of
from greenbaize.lan.wire import DamagedMessageError, read


@pytest.mark.parametrize(
    "message", [Hello("0" * 32, language="ru"), Say("well-played"), messages.Ahead()]
)
def test_what_a_phone_says_is_read_as_it_was_said(message):
    assert read(FROM_PHONE, frame_of(message)) == message


def test_what_a_host_says_is_read_as_it_was_said():
    said = messages.Notice("Boris leads.", "Boris leads.", "event")
    assert read(FROM_HOST, frame_of(said)) == said


@pytest.mark.parametrize(
    "frame",
    [
        "",
        "[]",
        '{"type":"screen"}',
        '{"type":"say","word":"<b>"}',
        '{"type":"say","word":"hello","more":1}',
        '{"type":"answer","ask":-1,"which":0}',
        '{"type":"answer","ask":1e99,"which":0}',
        '{"type":"hello","table":"short"}',
        '{"type":"show","what":"hands"}',
        '{"type":"say","word":"\udc80"}',
        "[" * 4000,
    ],
)
def test_nonsense_is_damage(frame):
    with pytest.raises(DamagedMessageError):
        read(FROM_PHONE, frame)
