"""Navigation between pages, and the question before the table is left."""

from greenbaize.ui.shell.navigation import Matches, Start


def test_why_one_cannot_go_somewhere_is_told(opened):
    main = opened().main
    main.services.navigator.register(Matches, lambda _: "Not now.")
    assert main.services.navigator.go(Matches()) == "Not now."
    assert main.words_told == ""
    assert not main.services.go(Matches())
    assert main.words_told == "Not now."


def test_what_a_feature_returns_besides_a_sentence_is_no_problem(opened):
    main = opened().main
    main.services.navigator.register(Matches, lambda _: main.window)
    assert main.services.go(Matches())


def test_a_page_asks_before_something_takes_its_place(opened):
    main = opened().main
    page, went, asked = main.lobby, [], []
    main.services.navigator.register(Start, went.append)
    main.services.navigator.register(Matches, went.append)

    def ask(act):
        asked.append(act)
        return True

    page.asks = ask
    assert main.services.go(Start())
    assert went == []
    main.services.go(Matches())
    assert went == [Matches()]
    page.asks = None
    asked[0]()
    assert went == [Matches(), Start()]
