import pytest

from greenbaize.app.phones import messages
from greenbaize.app.phones.messages import (
    HOST_FRAME_DECODER,
    PHONE_FRAME_DECODER,
    PhoneHelloMessage,
    QuickChatMessage,
    encode_frame,
)
from greenbaize.lan.wire import DamagedMessageError, decode_message


@pytest.mark.parametrize(
    "message",
    [
        PhoneHelloMessage("0" * 32, language="ru"),
        QuickChatMessage("well-played"),
        messages.AdvanceMessage(),
    ],
)
def test_a_message_of_a_phone_survives_encoding(message):
    assert decode_message(PHONE_FRAME_DECODER, encode_frame(message)) == message


def test_a_message_of_a_host_survives_encoding():
    notice = messages.NoticeMessage("Boris leads.", "Boris leads.", "event")
    assert decode_message(HOST_FRAME_DECODER, encode_frame(notice)) == notice


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
def test_an_invalid_frame_is_damaged(frame):
    with pytest.raises(DamagedMessageError):
        decode_message(PHONE_FRAME_DECODER, frame)
