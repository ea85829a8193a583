"""Tests of the seat protocol over a connection: questions and answers of a program."""

from app.network.gathering import seat_idle_guests
from greenbaize.lan.wire import CaughtUpMessage
from greenbaize.match.record import encode_line
from lan.random_guests import (
    make_table_request,
    open_memory_table,
    wait_until,
)


async def test_a_question_is_not_repeated_when_lines_are_sent_again():
    async with open_memory_table(make_table_request("master")) as hosted:
        _friends, asked_guest, _ = await seat_idle_guests(hosted)
        line_counts = []
        asked_guest.adapter.send_question = lambda: line_counts.append(asked_guest.guest.line_count)
        asked_guest.abort_connection()
        await wait_until(
            lambda: (
                len(asked_guest.connections) == 2
                and b'"now"' in asked_guest.connections[1].received_bytes
            )
        )
        await wait_until(lambda: asked_guest.guest.is_connected)
        asked_guest.adapter.on_message(CaughtUpMessage(asked_guest.guest.line_count))
        assert (line_counts, asked_guest.adapter.is_question_open) == ([], True)


async def test_the_answer_after_a_wrong_one_counts_despite_new_lines():
    async with open_memory_table(make_table_request("master")) as hosted:
        _friends, asked_guest, legal = await seat_idle_guests(hosted)
        wrong_command = legal[0] | {"seat": 1 - asked_guest.seat}
        refusal = asked_guest.adapter.process_answer(encode_line(wrong_command))
        count_before = len(asked_guest.match_lines)
        hosted.table.match.replace_by_bot(1 - asked_guest.seat, "asked")
        await wait_until(
            lambda: (
                len(asked_guest.match_lines) > count_before and asked_guest.adapter.is_question_open
            )
        )
        result = asked_guest.adapter.process_answer(encode_line(legal[0]))
        await wait_until(lambda: len(asked_guest.match_lines) > count_before + 1)
        assert (refusal.code, result, asked_guest.adapter._outdated_answer_count) == (
            "seat-answer-illegal",
            None,
            0,
        )
