"""How long the search for reasons and facts takes in a text that was made to be slow, of the greatest length."""

from __future__ import annotations

from collections.abc import Sequence

from webapp.diffs.facts import facts_of
from webapp.tools.answers import Change, LandsOn, Proposal, Target
from webapp.tools.catalogue import CATALOGUE
from webapp.tools.risks import LONGEST, risks_of
from webapp.tools.tool import WriteTool

from .figure import Figure, timed

PIECES = (
    *("1", "1.", "111,", "€", "<!--", "<a ", 'href="', "href='\"", "http://", "<style>", "<script ", "&#", "mar "),
    *(" ", "=", "<iframe ", ' onload="', "javascript:", "<", "[", "<!-- wp:a ", "9.99 ", "//a ", '<!-- wp:a {"a":"'),
)


def hostile_texts() -> Sequence[Figure]:
    """Search the longest text that is searched, made of one piece again and again; tell the slowest of the pieces."""
    texts = {piece: piece * ((LONGEST - 100) // len(piece)) for piece in PIECES}
    facts = {piece: timed(lambda text=text: facts_of(text), 1).computing[0] for piece, text in texts.items()}
    risks = {piece: timed(lambda text=text: _search(text), 1).computing[0] for piece, text in texts.items()}
    return [_slowest("finding links, prices, numbers and dates", facts), _slowest("finding reasons", risks)]


def _slowest(what: str, took: dict[str, float]) -> Figure:
    piece = max(took, key=lambda one: took[one])
    return Figure(f"{what} in the longest text of {piece!r}, the slowest of {len(took)}", took[piece], limit=2000.0)


def _search(text: str) -> None:
    write = CATALOGUE["update_page"]
    assert isinstance(write, WriteTool)
    change = Change("content", "Text", "<p>Hello</p>", text, "html")
    target, lands_on = Target("page", "42", "About", None), LandsOn("copy", "There.")
    risks_of(write, Proposal("Do it.", target, lands_on, [change], {}, "Undo it."), {}, "https://shop.example")
