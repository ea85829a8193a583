"""The help window: list of pages, browser, and search field."""

import re
from bisect import bisect_left
from functools import cached_property
from typing import Any, Final

from PySide6.QtCore import QSignalBlocker, QSize, Qt, QUrl, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QImage,
    QKeySequence,
    QPalette,
    QShortcut,
    QShowEvent,
    QTextBlock,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
    QTextFrameFormat,
    QTextLength,
    QTextTable,
    QTextTableCellFormat,
)
from PySide6.QtWidgets import (
    QFrame,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QSplitter,
    QTextBrowser,
    QTextEdit,
    QWidget,
)

from greenbaize.ui.features.help.pages import (
    Page,
    found_by_title,
    page_and_rule,
    page_of,
    picture_folders,
    read_pages,
    rule_number,
)
from greenbaize.ui.widgets.boxes import column_of, row_of
from greenbaize.ui.widgets.fonts import grown
from greenbaize.ui.widgets.lettering import normal, title
from greenbaize.ui.widgets.notes import note
from greenbaize.ui.widgets.paper import paper_palette
from greenbaize.ui.widgets.theme import worn
from greenbaize.ui.widgets.window_geometry import room_of, usual_size
from greenbaize.words.catalogue import tr

LINE_HEIGHT: Final = 135.0
MARGIN: Final = 24.0


class PageBrowser(QTextBrowser):
    """Text browser with a visible focus on links.

    Qt draws only a faint dotted line around a focused link, and emits no signal, so the focus is
    checked after each Tab.
    """

    link_held = Signal()
    """The keyboard focus has moved to another link, or to none."""

    def held_link(self) -> QTextCursor | None:
        """Return the selection of the focused link, or None."""
        cursor = self.textCursor()
        held = self.hasFocus() and cursor.hasSelection() and cursor.charFormat().isAnchor()
        return cursor if held else None

    def loadResource(self, kind: int, name: QUrl | str) -> Any:
        """Scale pictures down to the page smoothly; the browser would do it coarsely."""
        found = super().loadResource(kind, name)
        if kind != QTextDocument.ResourceType.ImageResource.value or not found:
            return found
        image, ratio = QImage.fromData(found), self.devicePixelRatioF()
        bar = self.verticalScrollBar().sizeHint().width()
        room = round((self.width() - bar - 2 * MARGIN) * ratio)
        if room < image.width():
            image = image.scaledToWidth(room, Qt.TransformationMode.SmoothTransformation)
        image.setDevicePixelRatio(ratio)
        return image

    def focusNextPrevChild(self, on: bool) -> bool:
        stays = super().focusNextPrevChild(on)
        self.link_held.emit()
        return stays

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.link_held.emit()


class HelpWindow(QWidget):
    """Non-modal window of the help pages."""

    def __init__(self) -> None:
        super().__init__(None, Qt.WindowType.Window)
        self.setWindowTitle(tr("Help"))
        self._pages = {page.name: page for page in read_pages()}
        self._shown = ""
        self._rule: QTextBlock | None = None
        """Heading of the rule that is highlighted."""
        self.list = QListWidget(self)
        self.list.setAccessibleName(tr("Pages"))
        self.list.setFrameShape(QFrame.Shape.NoFrame)
        self.list.setSpacing(3)
        for page in self._pages.values():
            QListWidgetItem(page.title, self.list).setData(Qt.ItemDataRole.UserRole, page.name)
        self.browser = PageBrowser(self)
        self.browser.setFrameShape(QFrame.Shape.NoFrame)
        self.browser.setOpenLinks(False)
        self.browser.setSearchPaths(picture_folders())
        self.browser.document().setDocumentMargin(MARGIN)
        self.find_field = QLineEdit(self)
        self.find_field.setPlaceholderText(tr("A word, or “damn 4”"))
        self.find_field.setAccessibleName(tr("Find"))
        self.find_field.setClearButtonEnabled(True)
        self.find_note = note(parent=self)
        self._lay_out()
        self.list.currentItemChanged.connect(self._on_page_chosen)
        self.browser.anchorClicked.connect(self._on_link_clicked)
        self.browser.link_held.connect(self._mark_all)
        self.find_field.returnPressed.connect(self.find_next)
        self.find_field.textEdited.connect(lambda: self._find(0))
        QShortcut(QKeySequence.StandardKey.Find, self, self.begin_to_find)
        QShortcut(QKeySequence(Qt.Key.Key_Escape), self, self.close)
        self.dress()
        self.show_page(next(iter(self._pages)))

    @property
    def page(self) -> str:
        return self._shown

    def show_page(self, name: str, anchor: str = "") -> None:
        """Show a page, by its own or a game's name, from its top or a rule number.

        Unknown names are ignored.
        """
        name = page_of(name.removesuffix(".md"))
        page = self._pages.get(name)
        if page is None:
            return
        if name != self._shown:
            self._write(page)
            row = list(self._pages).index(name)
            with QSignalBlocker(self.list):
                self.list.setCurrentRow(row)
        block = self._rule_block(anchor) if anchor else None
        self._mark(block)
        if block is None:
            self.browser.verticalScrollBar().setValue(0)
            self.browser.setTextCursor(QTextCursor(self.browser.document()))
        else:
            self._scroll_to(block)

    def show_rule(self, rule: str) -> None:
        """Show a rule as messages cite it (``"damn.md 4"``, ``"beats.md 2c"``)."""
        self.show_page(*page_and_rule(rule))

    def find_next(self) -> None:
        """Show the cited rule, or the next match of the search text."""
        self._find(int(self.browser.textCursor().hasSelection()))

    def _find(self, further: int) -> None:
        """Show the cited rule, or the next match from ``offset`` characters after the cursor on."""
        text = self.find_field.text().strip()
        self.find_note.clear()
        name, rule = page_and_rule(text)
        if page_of(name) not in self._pages or not (rule or name == text.lower()):
            name, rule = found_by_title(text, self._pages.values())
        if name or not text:
            self.show_page(name, rule)
            return
        names = list(self._pages)
        # Russian texts often have е for ё.
        letters = re.sub("[её]", "[её]", re.escape(text.lower()))
        wanted = re.compile(letters, re.IGNORECASE)
        hits = [
            (page, hit.start(), hit.end())
            for page, plain in enumerate(self._texts)
            for hit in wanted.finditer(plain)
        ]
        if not hits:
            self.find_note.setText(tr("Not found."))
            return
        here = names.index(self._shown), self.browser.textCursor().selectionStart() + further
        number = bisect_left(hits, (*here, 0)) % len(hits)
        words = tr("{found} of {all}").format(found=number + 1, all=len(hits))
        self.find_note.setText(words)
        self._show_hit(names[hits[number][0]], *hits[number][1:])

    def _show_hit(self, name: str, start: int, end: int) -> None:
        """Select text on a page and scroll it to a third of the viewport's height."""
        self.show_page(name)
        cursor = self.browser.textCursor()
        cursor.setPosition(start)
        cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
        self.browser.setTextCursor(cursor)
        bar, place = self.browser.verticalScrollBar(), self.browser.cursorRect()
        bar.setValue(bar.value() + place.top() - self.browser.viewport().height() // 3)

    @cached_property
    def _texts(self) -> list[str]:
        """Plain texts of the pages, with the positions of the documents."""
        document, texts = QTextDocument(), []
        for page in self._pages.values():
            document.setMarkdown(page.text)
            texts.append(document.toPlainText())
        return texts

    def dress(self) -> None:
        page = paper_palette(worn())
        page.setColor(QPalette.ColorRole.Base, QColor(worn().paper))
        self.browser.setPalette(page)
        self.list.setPalette(page)
        self._size_list()
        if self._shown:
            self._write(self._pages[self._shown])

    def sizeHint(self) -> QSize:
        return usual_size(self, QSize(820, 640))

    def showEvent(self, event: QShowEvent) -> None:
        if not event.spontaneous() and not self.testAttribute(Qt.WidgetAttribute.WA_Resized):
            self.resize(self.sizeHint().boundedTo(room_of(self).size()))
        super().showEvent(event)

    def _lay_out(self) -> None:
        left = QWidget(self)
        parts = (self.find_field, self.find_note, (self.list, 1))
        column_of(*parts, within=left, margins=(12, 12, 8, 12), spacing=8)
        self.find_note.setMinimumHeight(self.find_note.fontMetrics().height())
        split = QSplitter(self)
        split.addWidget(left)
        split.addWidget(self.browser)
        split.setChildrenCollapsible(False)
        split.setStretchFactor(1, 1)
        self._split = split
        self._size_list()
        row_of(split, within=self, margins=(0, 0, 0, 0))

    def _size_list(self) -> None:
        hint = self.find_field.fontMetrics().horizontalAdvance(self.find_field.placeholderText())
        self.list.setMinimumWidth(self.list.sizeHintForColumn(0) + 8)
        self.find_field.setMinimumWidth(min(hint + 12, round(grown(220))))
        self._split.setSizes([round(grown(220)), round(grown(600))])
        # All text wraps, but a table as wide as the page still shows a scroll bar. It is needed
        # only with large text, where a word can be wider than its column.
        policy = Qt.ScrollBarPolicy
        bar = policy.ScrollBarAsNeeded if grown(1.0) > 1 else policy.ScrollBarAlwaysOff
        self.browser.setHorizontalScrollBarPolicy(bar)

    def _write(self, page: Page) -> None:
        self._shown = page.name
        document = self.browser.document()
        document.setDefaultFont(normal(fixed=True))
        document.setMarkdown(page.text)
        for number in range(document.blockCount()):
            block = document.findBlockByNumber(number)
            self._set(block)
            self._dress(block)
        for frame in document.rootFrame().childFrames():
            if isinstance(frame, QTextTable):
                self._rule_lines(frame)
        self.setWindowTitle(tr("{page} – Help").format(page=page.title))
        self.browser.setAccessibleName(page.title)

    def _set(self, block: QTextBlock) -> None:
        level = block.blockFormat().headingLevel()
        cursor = QTextCursor(block)
        shape = QTextBlockFormat()
        shape.setLineHeight(LINE_HEIGHT, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
        if level:
            shape.setTopMargin((0, 18, 10)[min(level, 3) - 1])
            shape.setBottomMargin(6 if level < 3 else 3)
            letters = QTextCharFormat()
            letters.setFont(title(fixed=True) if level == 1 else normal(bold=True, fixed=True))
            cursor.movePosition(
                QTextCursor.MoveOperation.EndOfBlock, QTextCursor.MoveMode.KeepAnchor
            )
            # Replaced, not merged: sizes from Markdown would take precedence.
            cursor.setCharFormat(letters)
        elif cursor.currentTable() is not None:
            shape.setTopMargin(2)
            shape.setBottomMargin(2)
        else:
            shape.setTopMargin(0)
            shape.setBottomMargin(4 if block.textList() and block.next().textList() else 8)
        cursor.mergeBlockFormat(shape)

    def _dress(self, block: QTextBlock) -> None:
        """Give links a readable colour, and limit pictures to the page's width.

        Markdown uses the system's link colour and the pictures' own size.
        """
        letters = QTextCharFormat()
        letters.setForeground(QColor(worn().focus))
        letters.setFontUnderline(True)
        spans: list[tuple[int, int, QTextCharFormat]] = []
        part = block.begin()
        while not part.atEnd():
            fragment = part.fragment()
            shape = fragment.charFormat()
            if shape.isAnchor():
                spans.append((fragment.position(), fragment.length(), letters))
            elif shape.isImageFormat():
                picture = shape.toImageFormat()
                picture.setMaximumWidth(QTextLength(QTextLength.Type.PercentageLength, 100))
                spans.append((fragment.position(), fragment.length(), picture))
            part += 1
        cursor = QTextCursor(block)
        for start, length, wanted in spans:
            cursor.setPosition(start)
            cursor.setPosition(start + length, QTextCursor.MoveMode.KeepAnchor)
            cursor.mergeCharFormat(wanted)

    def _rule_lines(self, table: QTextTable) -> None:
        shape = table.format()
        shape.setBorder(0)
        shape.setBorderCollapse(True)
        shape.setCellPadding(3)
        shape.setCellSpacing(0)
        shape.setTopMargin(4)
        shape.setBottomMargin(10)
        shape.setWidth(QTextLength(QTextLength.Type.PercentageLength, 100))
        table.setFormat(shape)
        for column in range(table.columns()):
            # Markdown aligns only the body cells of a column, not its heading.
            side = QTextBlockFormat()
            side.setAlignment(
                table.cellAt(table.rows() - 1, column)
                .firstCursorPosition()
                .blockFormat()
                .alignment()
            )
            table.cellAt(0, column).firstCursorPosition().mergeBlockFormat(side)
        for row in range(table.rows()):
            colour = QColor(worn().ink_quiet if row == 0 else worn().paper_line)
            for column in range(table.columns()):
                cell = table.cellAt(row, column)
                line: QTextTableCellFormat = cell.format().toTableCellFormat()
                line.setBottomBorder(1)
                line.setBottomBorderStyle(QTextFrameFormat.BorderStyle.BorderStyle_Solid)
                line.setBottomBorderBrush(colour)
                cell.setFormat(line)

    def _rule_block(self, number: str) -> QTextBlock | None:
        block = self.browser.document().begin()
        while block.isValid():
            if block.blockFormat().headingLevel() and rule_number(block.text()) == number:
                return block
            block = block.next()
        return None

    def _mark(self, block: QTextBlock | None) -> None:
        self._rule = block
        self._mark_all()

    def _mark_all(self) -> None:
        """Tint the cited rule, and draw a focused link like a selection."""
        marks = []
        if self._rule is not None:
            tint = QTextEdit.ExtraSelection()
            tint.cursor = QTextCursor(self._rule)
            tint.format.setBackground(QColor(worn().paper_tint))
            tint.format.setProperty(QTextFormat.Property.FullWidthSelection, True)
            marks.append(tint)
        cursor = self.browser.held_link()
        if cursor is not None:
            link = QTextEdit.ExtraSelection()
            link.cursor = cursor
            palette = self.browser.palette()
            link.format.setBackground(palette.highlight())
            link.format.setForeground(palette.highlightedText())
            marks.append(link)
        self.browser.setExtraSelections(marks)

    def _scroll_to(self, block: QTextBlock) -> None:
        self.browser.setTextCursor(QTextCursor(block))
        top = self.browser.document().documentLayout().blockBoundingRect(block).top()
        self.browser.verticalScrollBar().setValue(round(top - MARGIN / 2))

    def _on_page_chosen(self, item: QListWidgetItem | None) -> None:
        if item is not None:
            self.show_page(str(item.data(Qt.ItemDataRole.UserRole)))

    def _on_link_clicked(self, link: QUrl) -> None:
        self.show_page(link.path(), link.fragment())

    def begin_to_find(self) -> None:
        self.find_field.setFocus()
        self.find_field.selectAll()
