"""Speech of a match up to a turn."""


def next_spoken_text(person):
    """Return what is spoken until the person's next turn or the end."""
    log = person.facade.speech.log
    line_count = vars(person).get("spoken_line_count", 0)
    person.wait_for_turn()
    person.facade.speech.queue.speak_pending()
    vars(person)["spoken_line_count"] = len(log.lines)
    return " / ".join(log.lines[line_count:])
