"""Steps that open a table with friends and play at it."""

from greenbaize.ui.sheets.result import ResultPanel
from ui.features.network.fake_session import FOUR_CHAIRS, make_chair
from ui.table.person import wait_until
from ui.window_steps import start_menu_texts


def open_table(person, network):
    """Open a table with the button on the start screen."""
    start_menu_texts(person)
    person.choose_menu_entry("Friends", "Open a table")
    wait_until(lambda: person.facade.waiting_room is not None)
    network.last_session.report_open()
    network.last_session.report_lobby(*FOUR_CHAIRS)
    wait_until(lambda: person.facade.waiting_room and person.facade.waiting_room.lobby)


def start_friends_match(person, network, **fields):
    """Start a match with three friends."""
    table = network.last_session.start_match("Ida", "Tom", "Eva", "Kim")
    chairs = [make_chair(player.name) for player in table.header.players]
    own_seat = [player.name for player in table.header.players].index("Ida")
    network.last_session.report_lobby(
        *chairs, you=own_seat, keeper=own_seat, stage="playing", **fields
    )
    wait_until(lambda: person.facade.match_view is not None)
    wait_until(lambda: person.facade.load_network_controller().session_controller.is_playing)


def finish_match(person, network):
    """Play a short match to its end, after which the table gathers again."""
    network.last_session.start_match("Ida", "Anna", "Boris", person_count=1)
    while person.wait_for_turn():
        person.play_first_choice()
    wait_until(lambda: person.window.findChild(ResultPanel))
    network.last_session.report_lobby(*FOUR_CHAIRS)
    wait_until(
        lambda: (
            person.facade.load_network_controller().session_controller.lobby.stage == "gathering"
        )
    )
    return person.window.findChild(ResultPanel)
