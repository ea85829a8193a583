"""What may be written where on a sheet kept by hand, as far as what is there determines it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from greenbaize.rules.messages import Message
from greenbaize.rules.options import Settings
from greenbaize.rules.sheet_forms import Entry, SheetForm, Spot


@dataclass(frozen=True, slots=True)
class Writing:
    """A sheet as far as it has been filled in; ``entries`` are its deals from 1 on."""

    form: SheetForm
    seats: int
    options: Settings
    entries: Sequence[Entry]

    def possible(self, deal: int, spot: Spot) -> tuple[int, ...]:
        """The values of a field that go together with what else is written, lowest first."""
        column = self.form.column(spot)
        low, high = self.form.span(column, deal, self.seats, self.options)
        every = range(low, high + 1)
        return tuple(value for value in every if self.misfit(deal, spot, value) is None)

    def misfit(self, deal: int, spot: Spot, value: int) -> Message | None:
        """Why a value does not go together with what else is written; None if it does."""
        blank = self.form.blank(self.seats)
        entries = [*self.entries, *[blank] * (deal - len(self.entries))]
        entries[deal - 1] = entries[deal - 1].put(spot, value)
        faults = self.form.faults(deal, entries, self.seats, self.options)
        return next((fault.message for fault in faults if spot in fault.spots), None)

    def never(self, deal: int, spot: Spot, value: int) -> Message | None:
        """Why a field cannot have a value whatever else is written; None if it can."""
        return replace(self, entries=()).misfit(deal, spot, value)
