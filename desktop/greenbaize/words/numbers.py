"""Numbers with a fraction, as the language spoken writes them."""

from greenbaize.words.catalogue import tr, tr_in


def decimal_text(number: float, places: int = 1, *, signed: bool = False) -> str:
    """A number with a real minus sign and the language's decimal mark.

    Args:
        number: the number.
        places: how many decimal places it has.
        signed: whether a plus sign stands before what is above 0.
    """
    unit = 10**places
    parts = round(unit * number)
    sign = "−" if parts < 0 else "+" if signed and parts else ""
    whole, rest = divmod(abs(parts), unit)
    return f"{sign}{whole}{decimal_mark()}{rest:0{places}}" if places else f"{sign}{whole}"


def decimal_mark() -> str:
    """What stands before the decimal places."""
    return tr_in("decimal mark", ".")


def percent_text(share: float, places: int = 0) -> str:
    """A share of 1 in percent."""
    return tr("{number} %").format(number=decimal_text(100 * share, places))
