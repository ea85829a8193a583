"""Navigation between pages, and the question before the table is left."""

from greenbaize.ui.shell.navigation import MatchListRoute, StartRoute


def test_refused_navigation_shows_the_reason(open_program):
    facade = open_program().facade
    facade.services.navigator.register_route(MatchListRoute, lambda _: "Not now.")
    assert facade.services.navigator.navigate_to(MatchListRoute()) == "Not now."
    assert facade.notice_text == ""
    assert not facade.services.navigate(MatchListRoute())
    assert facade.notice_text == "Not now."


def test_other_results_of_a_route_handler_are_no_refusal(open_program):
    facade = open_program().facade
    facade.services.navigator.register_route(MatchListRoute, lambda _: facade.window)
    assert facade.services.navigate(MatchListRoute())


def test_page_asks_before_it_is_replaced(open_program):
    facade = open_program().facade
    page, visited_routes, pending_actions = facade.start_screen, [], []
    facade.services.navigator.register_route(StartRoute, visited_routes.append)
    facade.services.navigator.register_route(MatchListRoute, visited_routes.append)

    def defer_action(action):
        pending_actions.append(action)
        return True

    page.leave_guard = defer_action
    assert facade.services.navigate(StartRoute())
    assert visited_routes == []
    facade.services.navigate(MatchListRoute())
    assert visited_routes == [MatchListRoute()]
    page.leave_guard = None
    pending_actions[0]()
    assert visited_routes == [MatchListRoute(), StartRoute()]
