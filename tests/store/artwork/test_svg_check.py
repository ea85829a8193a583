"""Tests for the check of foreign drawings."""

import pytest

from greenbaize.rules.errors import GameError
from greenbaize.store.artwork.svg_check import MAX_DEPTH, MAX_ELEMENTS, SvgChecker
from store.artwork.own_files import card_svg

ENTITIES = b'<!DOCTYPE svg [<!ENTITY a "aa"><!ENTITY b "&a;&a;">]>'
OUTSIDE_ENTITY = b'<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>'
HOSTILE = {
    "script": card_svg(inside="<script>alert(1)</script>"),
    "onload": card_svg(inside='<g onload="alert(1)"/>'),
    "foreign object": card_svg(inside="<foreignObject><p/></foreignObject>"),
    "image of a file": card_svg(inside='<image xlink:href="file:///etc/passwd"/>'),
    "image from the network": card_svg(inside='<image href="http://example.org/a.png"/>'),
    "image beside": card_svg(inside='<image href="a.png"/>'),
    "use of another file": card_svg(inside='<use xlink:href="other.svg#a"/>'),
    "drawing as data": card_svg(inside='<image href="data:image/svg+xml;base64,AAAA"/>'),
    "fill from outside": card_svg(inside='<rect fill="url(http://example.org/#a)"/>'),
    "style from outside": card_svg(inside="<g style=\"fill:url( 'file:///a' )\"/>"),
    "imported style": card_svg(inside="<style>@import 'http://example.org/a.css';</style>"),
    "style sheet": card_svg(head='<?xml-stylesheet href="a.css"?>'),
    "entities": ENTITIES + card_svg(),
    "outside entity": OUTSIDE_ENTITY + card_svg(inside="<text>&#120;</text>"),
    "nesting": card_svg(inside="<g>" * MAX_DEPTH + "</g>" * MAX_DEPTH),
    "elements": card_svg(inside="<g/>" * 100_000),
    "size": b'<svg xmlns="http://www.w3.org/2000/svg" width="1e9" height="1e9"/>',
    "no drawing": b"<html></html>",
    "cut off": card_svg()[:-20],
    "text": b"hello",
    "nothing": b"",
}
CODES = {
    "script": "script", "onload": "script", "foreign object": "script", "nesting": "too-deep",
    "elements": "too-many-elements", "size": "too-large", "entities": "entity",
    "outside entity": "entity", "no drawing": "no-drawing", "cut off": "no-drawing",
    "text": "no-drawing", "nothing": "no-drawing",
}  # fmt: skip


@pytest.mark.parametrize("kind", HOSTILE)
def test_hostile_drawing_is_refused_with_its_reason(kind):
    with pytest.raises(GameError) as caught:
        SvgChecker("AS.svg").check_bytes(HOSTILE[kind])
    assert caught.value.message.code == f"artwork-{CODES.get(kind, 'reference')}"


def test_harmless_drawing_passes_and_its_ids_are_known():
    checker = SvgChecker("AS.svg")
    inside = (
        '<defs><linearGradient id="a"/></defs><g id="b" fill="url(#a)"><use xlink:href="#a"/></g>'
        '<image href="data:image/png;base64,AAAA"/><a href="http://example.org/"><g/></a>'
        "<style>.c{fill:url(#a)}</style>"
    )
    doctype = '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/svg11.dtd">'
    checker.check_bytes(card_svg(inside=inside, head=doctype))
    assert checker.ids == ["a", "b"]
    assert MAX_ELEMENTS < 100_000
