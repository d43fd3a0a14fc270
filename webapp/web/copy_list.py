"""The list of copies: what waits for a person, and what was decided, each on its shelf; the address says which."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, request

from webapp.core import copy_shelves, sites
from webapp.core.copy_shelves import Shelf, Shelved, Wanted
from webapp.core.histories import CopyView

from . import guard, shelves
from .pages import desk, page
from .shelves import Asked
from .shown_runs import ShownCopy, shown_copy

bp = Blueprint("copy_list", __name__)
_NAMES = {
    Shelf.WAITING: "Needs you",
    Shelf.KEPT: "Kept as drafts",
    Shelf.APPROVED: "Approved",
    Shelf.REJECTED: "Rejected",
    Shelf.ALL: "All",
}
# What is said where a shelf holds nothing: a heading and a sentence.
_EMPTY = {
    Shelf.WAITING: (
        "No copy is waiting",
        "When a step edits a page, it edits a draft copy, and what it makes is a new draft. Both wait here until you "
        "put them live.",
    ),
    Shelf.KEPT: ("Nothing is kept as a draft", "What you keep as a draft in WordPress can be taken up again here."),
    Shelf.APPROVED: ("Nothing was approved yet", "What you put live is kept here, and can be taken back."),
    Shelf.REJECTED: (
        "Nothing was rejected",
        "What you reject is kept here, and can be brought back while your site has it in the trash.",
    ),
    Shelf.ALL: ("There is no copy yet", "Every copy and every new draft that a step makes is kept here."),
}


def _asked() -> Asked[Wanted, Shelf]:
    show = request.args.get("show")
    shelf = Shelf(show) if show in list(Shelf) else Shelf.WAITING
    return Asked("/copies", Wanted(**shelves.told()), shelf, Shelf.WAITING, shelves.page())


@bp.get("/copies")
def index() -> Response:
    """List the copies that wait for a person, or those on another shelf."""
    asked, person_id = _asked(), guard.person().id
    with desk().reading() as session:
        found = copy_shelves.listed(session, person_id, asked.wanted, asked.shelf, asked.page)
        waiting = copy_shelves.counted(session, person_id, asked.wanted, Shelf.WAITING)
        own, keys = sites.of_person(session, person_id), copy_shelves.keys_with_copies(session, person_id)
    more = len(found) > copy_shelves.A_PAGE
    return page(
        "copies/index.html",
        copies=[_shown(one) for one in found[: copy_shelves.A_PAGE]],
        newer=asked.address(asked.shelf, asked.page - 1) if asked.page > 1 else None,
        older=asked.address(asked.shelf, asked.page + 1) if more else None,
        tabs=_tabs(asked, waiting),
        waits=asked.shelf == Shelf.WAITING,
        empty_words=_EMPTY[asked.shelf],
        **asked.choices(own, keys, Wanted()),
    )


def _shown(one: Shelved) -> ShownCopy:
    return shown_copy(CopyView(one.copy, one.site, None, one.person, None), taken_back=one.taken_back)


def _tabs(asked: Asked[Wanted, Shelf], waiting: int) -> list[dict[str, Any]]:
    return [
        {
            "name": name,
            "address": asked.address(shelf),
            "number": waiting if shelf == Shelf.WAITING else 0,
            "current": shelf == asked.shelf,
        }
        for shelf, name in _NAMES.items()
    ]
