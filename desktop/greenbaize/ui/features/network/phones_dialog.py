"""How phones come to a table that is hosted here: a code, an address, and who has come."""

from typing import Final

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QApplication, QCheckBox, QComboBox, QPushButton, QWidget

from greenbaize.app.phones.shown import PhonesShown
from greenbaize.lan.wire import LobbyShown
from greenbaize.rules.messages import Message
from greenbaize.ui.features.network.visit import Visit
from greenbaize.ui.table.qr import CodeView
from greenbaize.ui.widgets.accessibility import announce
from greenbaize.ui.widgets.boxes import STRETCH, column_of, row_of
from greenbaize.ui.widgets.dialog import Dialog
from greenbaize.ui.widgets.fonts import font, grown
from greenbaize.ui.widgets.lettering import normal
from greenbaize.ui.widgets.notes import note, subheading
from greenbaize.ui.widgets.plain import Label, on_button, set_tip
from greenbaize.ui.widgets.window_geometry import usual_size
from greenbaize.words.catalogue import tr
from greenbaize.words.names import shown_name
from greenbaize.words.speaker import Speaker

USUAL_SIZE: Final = QSize(720, 440)
OFF_SIZE: Final = QSize(520, 170)
CODE: Final = 220
"""The code is at least so wide and high, in pixels."""
ADDRESS_PIXELS: Final = 24
"""The address is read off from some steps away."""
SECRET_PIXELS: Final = 17
LARGER: Final = 1.3
"""So much they grow at most, for those who want large letters."""
GROUP: Final = 4
"""So many signs of the secret stand together; they are typed without a gap."""


def address_of(url: str) -> str:
    """What is typed of a link, without its secret: ``192.168.1.5:40123``."""
    return url.partition("://")[2].partition("/")[0]


def secret_of(url: str) -> str:
    """The secret at the end of a link."""
    return url.partition("#")[2]


def grouped(secret: str) -> str:
    """A secret in groups of signs and two lines, to be typed from."""
    groups = [secret[at : at + GROUP] for at in range(0, len(secret), GROUP)]
    half = (len(groups) + 1) // 2
    return "\n".join(" ".join(line) for line in (groups[:half], groups[half:]))


def come_texts(shown: PhonesShown, lobby: LobbyShown | None) -> list[str]:
    """Who has come by phone, and at which chair."""
    chairs = [] if lobby is None else [shown_name(chair.name) for chair in lobby.chairs]
    return [
        tr("{name}, chair {number}").format(name=name, number=chairs.index(name) + 1)
        if name in chairs
        else name
        for name in shown.names
    ]


class PhonesDialog(Dialog):
    """Switches phones on and off, and shows how they come."""

    def __init__(self, visit: Visit, parent: QWidget) -> None:
        super().__init__(parent, tr("Phones"))
        self._visit = visit
        self._come: list[str] | None = None
        self.switch = QCheckBox(on_button(tr("Phones can join this table")), self)
        self.switch.setFont(normal(bold=True, fixed=True))
        plain = Speaker().say(Message("phones-plain"))
        self.plain = note(plain, self)
        off = tr("Switched off, no phone can come; those that are here keep their chairs a while.")
        self.off = note(off, self)
        self.switch.setAccessibleDescription(f"{plain} {off}")
        for one in (self.plain, self.off):
            one.setAccessibleName(" ")  # it is told with the switch
        self.code = CodeView(self, CODE)
        self.code.setAccessibleName(tr("Code to be scanned"))
        self.way = QWidget(self)
        self.address, self.secret = Label(parent=self.way), Label(parent=self.way)
        self.copy_button = QPushButton(on_button(tr("Copy the link")), self.way)
        self.copy_button.setAutoDefault(False)
        self.copy_button.clicked.connect(self._copy)
        self.others = QComboBox(self.way)
        self.others.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.others.activated.connect(self._on_chosen)
        words = tr("If a phone finds nothing there, choose another address:")
        self.others_hint = note(words, self.way)
        self.others.setAccessibleName(tr("Address for phones"))
        self.others.setAccessibleDescription(words)
        self.come_title = subheading(tr("Here by phone"), self.way)
        self.come = Label(parent=self.way)
        self.problem = Label(parent=self)
        self.problem.setWordWrap(True)
        self.problem.hide()
        self._url = ""
        self._lay_out()
        self.switch.clicked.connect(lambda on: visit.session.phones(on=on))
        visit.phones_changed.connect(self.refresh)
        visit.changed.connect(self.refresh)
        visit.denied.connect(self.show_problem)
        visit.destroyed.connect(self.reject)
        self.switch.setFocus()
        self.refresh()

    def _lay_out(self) -> None:
        for label, pixels in ((self.address, ADDRESS_PIXELS), (self.secret, SECRET_PIXELS)):
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            label.setFont(font(grown(pixels, LARGER), bold=True))
            label.setWordWrap(True)
        self.come.setWordWrap(True)
        self.secret.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        hint = note(tr("Scan the code, or type the address into the phone's browser:"), self.way)
        column_of(
            *(hint, self.address, self.secret),
            row_of(self.copy_button, STRETCH),
            *(self.others_hint, row_of(self.others, STRETCH)),
            *(8, self.come_title, self.come, STRETCH),
            within=self.way,
            margins=(0, 0, 0, 0),
            spacing=6,
        )
        buttons = self.close_row(tr("C&lose"))
        middle = row_of((self.code, 4), (self.way, 5), spacing=20)
        column_of(
            *(self.switch, self.plain, self.off, self.problem),
            (middle, 1),
            buttons,
            within=self,
            margins=(18, 14, 18, 14),
            spacing=8,
        )

    def refresh(self) -> None:
        """Show how phones come and who has; nothing of that while they are off."""
        shown = self._visit.session.phones_shown
        self.switch.setChecked(shown.on)
        turned = self._come is None or shown.on != bool(self._url)
        self._url = shown.url
        self.code.show_code(shown.url)
        self.code.setVisible(shown.on)
        self.way.setVisible(shown.on)
        if shown.on:
            self.problem.hide()
        self.address.setText(f"{address_of(shown.url)}/#")
        self.secret.setText(grouped(secret_of(shown.url)))
        set_tip(self.secret, tr("These signs follow the # without gaps."))
        self.secret.setAccessibleDescription(tr("These signs follow the # without gaps."))
        self.copy_button.setAccessibleDescription(shown.url)
        self._show_others(shown)
        come = come_texts(shown, self._visit.lobby)
        self.come.setText("\n".join(come) or tr("Nobody yet"))
        if self._come is not None and shown.on:
            for one in come:
                if one not in self._come:
                    announce(self, one)
        self._come = come
        if turned:
            layout = self.layout()
            assert layout is not None
            layout.activate()
            self.resize(usual_size(self, USUAL_SIZE if shown.on else OFF_SIZE))

    def _show_others(self, shown: PhonesShown) -> None:
        """Offer the other addresses of this computer, if it has several."""
        offered = tuple(map(self.others.itemData, range(self.others.count())))
        if offered != shown.addresses:
            self.others.clear()
            for url in shown.addresses:
                self.others.addItem(address_of(url), url)
        self.others.setCurrentIndex(self.others.findData(shown.url))
        for part in (self.others, self.others_hint):
            part.setVisible(len(shown.addresses) > 1)

    def _on_chosen(self, index: int) -> None:
        self._visit.session.choose_phones_url(self.others.itemData(index))

    def show_problem(self, words: str) -> None:
        self.switch.setChecked(bool(self._url))
        self.problem.setText(words)
        self.problem.show()

    def _copy(self) -> None:
        QApplication.clipboard().setText(self._url)
        self.copy_button.setText(on_button(tr("Copied")))
