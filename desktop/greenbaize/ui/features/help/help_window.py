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

from greenbaize.ui.features.help.help_pages import (
    HelpPage,
    find_by_title,
    list_picture_folders,
    parse_citation,
    parse_rule_number,
    read_pages,
    resolve_page_name,
)
from greenbaize.ui.widgets.font_sizes import normal_font, title_font
from greenbaize.ui.widgets.fonts import scale_pixels
from greenbaize.ui.widgets.labels import make_note
from greenbaize.ui.widgets.layouts import make_column, make_row
from greenbaize.ui.widgets.paper import paper_palette
from greenbaize.ui.widgets.theme import current_theme
from greenbaize.ui.widgets.window_geometry import available_room, initial_size
from greenbaize.words.catalogue import tr

LINE_HEIGHT_PERCENT: Final = 135.0
PAGE_MARGIN: Final = 24.0


class HelpBrowser(QTextBrowser):
    """Text browser with a visible focus on links.

    Qt draws only a faint dotted line around a focused link, and emits no signal, so the focus is
    checked after each Tab.
    """

    focused_link_changed = Signal()
    """The keyboard focus has moved to another link, or to none."""

    def focused_link(self) -> QTextCursor | None:
        """Return the selection of the focused link, or None."""
        cursor = self.textCursor()
        has_link = self.hasFocus() and cursor.hasSelection() and cursor.charFormat().isAnchor()
        return cursor if has_link else None

    def loadResource(self, kind: int, name: QUrl | str) -> Any:
        """Scale pictures down to the page smoothly; the browser would do it coarsely."""
        resource = super().loadResource(kind, name)
        if kind != QTextDocument.ResourceType.ImageResource.value or not resource:
            return resource
        image, ratio = QImage.fromData(resource), self.devicePixelRatioF()
        bar = self.verticalScrollBar().sizeHint().width()
        max_width = round((self.width() - bar - 2 * PAGE_MARGIN) * ratio)
        if max_width < image.width():
            image = image.scaledToWidth(max_width, Qt.TransformationMode.SmoothTransformation)
        image.setDevicePixelRatio(ratio)
        return image

    def focusNextPrevChild(self, on: bool) -> bool:
        is_handled = super().focusNextPrevChild(on)
        self.focused_link_changed.emit()
        return is_handled

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.focused_link_changed.emit()


class HelpWindow(QWidget):
    """Non-modal window of the help pages."""

    def __init__(self) -> None:
        super().__init__(None, Qt.WindowType.Window)
        self.setWindowTitle(tr("Help"))
        self._pages = {page.name: page for page in read_pages()}
        self._page_name = ""
        self._highlighted_block: QTextBlock | None = None
        """Heading of the rule that is highlighted."""
        self.page_list = QListWidget(self)
        self.page_list.setAccessibleName(tr("Pages"))
        self.page_list.setFrameShape(QFrame.Shape.NoFrame)
        self.page_list.setSpacing(3)
        for page in self._pages.values():
            QListWidgetItem(page.title, self.page_list).setData(Qt.ItemDataRole.UserRole, page.name)
        self.browser = HelpBrowser(self)
        self.browser.setFrameShape(QFrame.Shape.NoFrame)
        self.browser.setOpenLinks(False)
        self.browser.setSearchPaths(list_picture_folders())
        self.browser.document().setDocumentMargin(PAGE_MARGIN)
        self.find_field = QLineEdit(self)
        self.find_field.setPlaceholderText(tr("A word, or “damn 4”"))
        self.find_field.setAccessibleName(tr("Find"))
        self.find_field.setClearButtonEnabled(True)
        self.find_note = make_note(parent=self)
        self._build_layout()
        self.page_list.currentItemChanged.connect(self._on_page_chosen)
        self.browser.anchorClicked.connect(self._on_link_clicked)
        self.browser.focused_link_changed.connect(self._update_highlights)
        self.find_field.returnPressed.connect(self.find_next)
        self.find_field.textEdited.connect(lambda: self._find_from(0))
        QShortcut(QKeySequence.StandardKey.Find, self, self.focus_search)
        QShortcut(QKeySequence(Qt.Key.Key_Escape), self, self.close)
        self.apply_theme()
        self.show_page(next(iter(self._pages)))

    @property
    def page_name(self) -> str:
        return self._page_name

    def show_page(self, name: str, anchor: str = "") -> None:
        """Show a page, by its own or a game's name, from its top or a rule number.

        Unknown names are ignored.
        """
        name = resolve_page_name(name.removesuffix(".md"))
        page = self._pages.get(name)
        if page is None:
            return
        if name != self._page_name:
            self._show_document(page)
            row = list(self._pages).index(name)
            with QSignalBlocker(self.page_list):
                self.page_list.setCurrentRow(row)
        block = self._find_rule_block(anchor) if anchor else None
        self._highlight_rule(block)
        if block is None:
            self.browser.verticalScrollBar().setValue(0)
            self.browser.setTextCursor(QTextCursor(self.browser.document()))
        else:
            self._scroll_to(block)

    def show_rule(self, rule: str) -> None:
        """Show a rule as messages cite it (``"damn.md 4"``, ``"beats.md 2c"``)."""
        self.show_page(*parse_citation(rule))

    def find_next(self) -> None:
        """Show the cited rule, or the next match of the search text."""
        self._find_from(int(self.browser.textCursor().hasSelection()))

    def _find_from(self, offset: int) -> None:
        """Show the cited rule, or the next match from ``offset`` characters after the cursor on."""
        text = self.find_field.text().strip()
        self.find_note.clear()
        name, rule = parse_citation(text)
        if resolve_page_name(name) not in self._pages or not (rule or name == text.lower()):
            name, rule = find_by_title(text, self._pages.values())
        if name or not text:
            self.show_page(name, rule)
            return
        names = list(self._pages)
        # Russian texts often have е for ё.
        pattern_text = re.sub("[её]", "[её]", re.escape(text.lower()))
        pattern = re.compile(pattern_text, re.IGNORECASE)
        hits = [
            (page, hit.start(), hit.end())
            for page, text_of_page in enumerate(self._plain_texts)
            for hit in pattern.finditer(text_of_page)
        ]
        if not hits:
            self.find_note.setText(tr("Not found."))
            return
        current_position = (
            names.index(self._page_name),
            self.browser.textCursor().selectionStart() + offset,
        )
        index = bisect_left(hits, (*current_position, 0)) % len(hits)
        count_text = tr("{found} of {all}").format(found=index + 1, all=len(hits))
        self.find_note.setText(count_text)
        self._show_hit(names[hits[index][0]], *hits[index][1:])

    def _show_hit(self, name: str, start: int, end: int) -> None:
        """Select text on a page and scroll it to a third of the viewport's height."""
        self.show_page(name)
        cursor = self.browser.textCursor()
        cursor.setPosition(start)
        cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
        self.browser.setTextCursor(cursor)
        bar, cursor_rect = self.browser.verticalScrollBar(), self.browser.cursorRect()
        bar.setValue(bar.value() + cursor_rect.top() - self.browser.viewport().height() // 3)

    @cached_property
    def _plain_texts(self) -> list[str]:
        """Plain texts of the pages, with the positions of the documents."""
        document, texts = QTextDocument(), []
        for page in self._pages.values():
            document.setMarkdown(page.text)
            texts.append(document.toPlainText())
        return texts

    def apply_theme(self) -> None:
        palette = paper_palette(current_theme())
        palette.setColor(QPalette.ColorRole.Base, QColor(current_theme().paper))
        self.browser.setPalette(palette)
        self.page_list.setPalette(palette)
        self._resize_list()
        if self._page_name:
            self._show_document(self._pages[self._page_name])

    def sizeHint(self) -> QSize:
        return initial_size(self, QSize(820, 640))

    def showEvent(self, event: QShowEvent) -> None:
        if not event.spontaneous() and not self.testAttribute(Qt.WidgetAttribute.WA_Resized):
            self.resize(self.sizeHint().boundedTo(available_room(self).size()))
        super().showEvent(event)

    def _build_layout(self) -> None:
        left = QWidget(self)
        parts = (self.find_field, self.find_note, (self.page_list, 1))
        make_column(*parts, widget=left, margins=(12, 12, 8, 12), spacing=8)
        self.find_note.setMinimumHeight(self.find_note.fontMetrics().height())
        split = QSplitter(self)
        split.addWidget(left)
        split.addWidget(self.browser)
        split.setChildrenCollapsible(False)
        split.setStretchFactor(1, 1)
        self._splitter = split
        self._resize_list()
        make_row(split, widget=self, margins=(0, 0, 0, 0))

    def _resize_list(self) -> None:
        hint = self.find_field.fontMetrics().horizontalAdvance(self.find_field.placeholderText())
        self.page_list.setMinimumWidth(self.page_list.sizeHintForColumn(0) + 8)
        self.find_field.setMinimumWidth(min(hint + 12, round(scale_pixels(220))))
        self._splitter.setSizes([round(scale_pixels(220)), round(scale_pixels(600))])
        # All text wraps, but a table as wide as the page still shows a scroll bar. It is needed
        # only with large text, where a word can be wider than its column.
        policy = Qt.ScrollBarPolicy
        bar = policy.ScrollBarAsNeeded if scale_pixels(1.0) > 1 else policy.ScrollBarAlwaysOff
        self.browser.setHorizontalScrollBarPolicy(bar)

    def _show_document(self, page: HelpPage) -> None:
        self._page_name = page.name
        document = self.browser.document()
        document.setDefaultFont(normal_font(fixed=True))
        document.setMarkdown(page.text)
        for number in range(document.blockCount()):
            block = document.findBlockByNumber(number)
            self._format_block(block)
            self._format_fragments(block)
        for frame in document.rootFrame().childFrames():
            if isinstance(frame, QTextTable):
                self._format_table(frame)
        self.setWindowTitle(tr("{page} – Help").format(page=page.title))
        self.browser.setAccessibleName(page.title)

    def _format_block(self, block: QTextBlock) -> None:
        level = block.blockFormat().headingLevel()
        cursor = QTextCursor(block)
        block_format = QTextBlockFormat()
        block_format.setLineHeight(
            LINE_HEIGHT_PERCENT, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value
        )
        if level:
            block_format.setTopMargin((0, 18, 10)[min(level, 3) - 1])
            block_format.setBottomMargin(6 if level < 3 else 3)
            heading_format = QTextCharFormat()
            heading_format.setFont(
                title_font(fixed=True) if level == 1 else normal_font(bold=True, fixed=True)
            )
            cursor.movePosition(
                QTextCursor.MoveOperation.EndOfBlock, QTextCursor.MoveMode.KeepAnchor
            )
            # Replaced, not merged: sizes from Markdown would take precedence.
            cursor.setCharFormat(heading_format)
        elif cursor.currentTable() is not None:
            block_format.setTopMargin(2)
            block_format.setBottomMargin(2)
        else:
            block_format.setTopMargin(0)
            block_format.setBottomMargin(4 if block.textList() and block.next().textList() else 8)
        cursor.mergeBlockFormat(block_format)

    def _format_fragments(self, block: QTextBlock) -> None:
        """Give links a readable colour, and limit pictures to the page's width.

        Markdown uses the system's link colour and the pictures' own size.
        """
        link_format = QTextCharFormat()
        link_format.setForeground(QColor(current_theme().focus))
        link_format.setFontUnderline(True)
        spans: list[tuple[int, int, QTextCharFormat]] = []
        iterator = block.begin()
        while not iterator.atEnd():
            fragment = iterator.fragment()
            char_format = fragment.charFormat()
            if char_format.isAnchor():
                spans.append((fragment.position(), fragment.length(), link_format))
            elif char_format.isImageFormat():
                picture = char_format.toImageFormat()
                picture.setMaximumWidth(QTextLength(QTextLength.Type.PercentageLength, 100))
                spans.append((fragment.position(), fragment.length(), picture))
            iterator += 1
        cursor = QTextCursor(block)
        for start, length, span_format in spans:
            cursor.setPosition(start)
            cursor.setPosition(start + length, QTextCursor.MoveMode.KeepAnchor)
            cursor.mergeCharFormat(span_format)

    def _format_table(self, table: QTextTable) -> None:
        table_format = table.format()
        table_format.setBorder(0)
        table_format.setBorderCollapse(True)
        table_format.setCellPadding(3)
        table_format.setCellSpacing(0)
        table_format.setTopMargin(4)
        table_format.setBottomMargin(10)
        table_format.setWidth(QTextLength(QTextLength.Type.PercentageLength, 100))
        table.setFormat(table_format)
        for column in range(table.columns()):
            # Markdown aligns only the body cells of a column, not its heading.
            alignment = QTextBlockFormat()
            alignment.setAlignment(
                table.cellAt(table.rows() - 1, column)
                .firstCursorPosition()
                .blockFormat()
                .alignment()
            )
            table.cellAt(0, column).firstCursorPosition().mergeBlockFormat(alignment)
        for row in range(table.rows()):
            colour = QColor(current_theme().ink_quiet if row == 0 else current_theme().paper_line)
            for column in range(table.columns()):
                cell = table.cellAt(row, column)
                cell_format: QTextTableCellFormat = cell.format().toTableCellFormat()
                cell_format.setBottomBorder(1)
                cell_format.setBottomBorderStyle(QTextFrameFormat.BorderStyle.BorderStyle_Solid)
                cell_format.setBottomBorderBrush(colour)
                cell.setFormat(cell_format)

    def _find_rule_block(self, number: str) -> QTextBlock | None:
        block = self.browser.document().begin()
        while block.isValid():
            if block.blockFormat().headingLevel() and parse_rule_number(block.text()) == number:
                return block
            block = block.next()
        return None

    def _highlight_rule(self, block: QTextBlock | None) -> None:
        self._highlighted_block = block
        self._update_highlights()

    def _update_highlights(self) -> None:
        """Tint the cited rule, and draw a focused link like a selection."""
        selections = []
        if self._highlighted_block is not None:
            rule_selection = QTextEdit.ExtraSelection()
            rule_selection.cursor = QTextCursor(self._highlighted_block)
            rule_selection.format.setBackground(QColor(current_theme().paper_tint))
            rule_selection.format.setProperty(QTextFormat.Property.FullWidthSelection, True)
            selections.append(rule_selection)
        cursor = self.browser.focused_link()
        if cursor is not None:
            link_selection = QTextEdit.ExtraSelection()
            link_selection.cursor = cursor
            palette = self.browser.palette()
            link_selection.format.setBackground(palette.highlight())
            link_selection.format.setForeground(palette.highlightedText())
            selections.append(link_selection)
        self.browser.setExtraSelections(selections)

    def _scroll_to(self, block: QTextBlock) -> None:
        self.browser.setTextCursor(QTextCursor(block))
        top = self.browser.document().documentLayout().blockBoundingRect(block).top()
        self.browser.verticalScrollBar().setValue(round(top - PAGE_MARGIN / 2))

    def _on_page_chosen(self, item: QListWidgetItem | None) -> None:
        if item is not None:
            self.show_page(str(item.data(Qt.ItemDataRole.UserRole)))

    def _on_link_clicked(self, link: QUrl) -> None:
        self.show_page(link.path(), link.fragment())

    def focus_search(self) -> None:
        self.find_field.setFocus()
        self.find_field.selectAll()
