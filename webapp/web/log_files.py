"""Files of the log: a table for spreadsheets, or a JSON object a line for programs, sent as they are read.

A file holds so many lines at most, whatever the log holds, and says so at its end, with where the rest begins.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

from flask import Response

from webapp.core.events import Line

from .happenings import happening
from .unseen import visible

MOST = 100_000
# So many lines are sent at once.
_AT_ONCE = 500
COLUMNS = ("at", "what", "sentence", "door", "person", "key", "site", "subject", "name", "step", "details")
# Whatever a spreadsheet might take for a formula, also behind spaces or quotes, and written in wide letters.
_SIGNS = r"[=+\-@\uff1d\uff0b\uff0d\uff20]"
_FORMULA = re.compile(rf"[\s\"'`]*{_SIGNS}|[\t\r\n]")
# In many countries a spreadsheet begins another cell at such a sign, or another row, although a quoted text goes on.
_PARTS = r"[;\t\r\n\v\f\x85\u2028\u2029]"
_INNER_FORMULA = re.compile(rf"({_PARTS})(?=(?:(?!{_PARTS})[\s\"'`])*{_SIGNS})")
_TYPES = {"csv": "text/csv; charset=utf-8", "jsonl": "application/jsonl; charset=utf-8"}


def sent(form: str, lines: Iterable[Line], page: str) -> Response:
    """Answer with a file.

    Args:
        form: `csv` or `jsonl`.
        lines: no more than one above `MOST`, which tells that there is more.
        page: the address of the page that shows what the file holds.
    """
    write = {"csv": _table, "jsonl": _objects}[form]
    response = Response(write(iter(lines), page), content_type=_TYPES[form])
    response.headers["Content-Disposition"] = f'attachment; filename="sayso-log.{form}"'
    return response


def harmless(text: str) -> str:
    """Return a text that no spreadsheet takes for a formula, with what nobody sees made visible."""
    shown = str(visible(text))
    parted = _INNER_FORMULA.sub(r"\1'", shown)
    return f"'{parted}" if _FORMULA.match(shown) else parted


def _table(lines: Iterator[Line], page: str) -> Iterator[str]:
    # Without this mark, the spreadsheet that most people have reads letters beyond ASCII wrongly.
    yield "\ufeff" + _rows([COLUMNS])
    for some, more in _portions(lines):
        yield _rows([harmless(str(value)) for value in _values(line, table=True).values()] for line in some)
        if more is not None:
            yield _rows([[_ended(page, more)]])


def _objects(lines: Iterator[Line], page: str) -> Iterator[str]:
    for some, more in _portions(lines):
        yield "".join(f"{json.dumps({'id': line.event.id, **_values(line)})}\n" for line in some)
        if more is not None:
            yield f"{json.dumps({'more': _ended(page, more), 'before': more})}\n"


def _portions(lines: Iterator[Line]) -> Iterator[tuple[list[Line], int | None]]:
    """Yield some lines after the other, the last of a full file with the id before which the rest begins."""
    left = MOST
    while some := list(islice(lines, min(_AT_ONCE, left))):
        left -= len(some)
        yield some, some[-1].event.id if left == 0 and next(lines, None) is not None else None
        if left == 0:
            return


def _ended(page: str, before: int) -> str:
    joined = f"{page}{'&' if '?' in page else '?'}before={before}"
    return f"This file ends here: it holds {MOST:,} lines at most. The rest begins at {joined}"


def _values(line: Line, *, table: bool = False) -> dict[str, Any]:
    event, empty = line.event, "" if table else None
    person, key, site = (empty if row is None else row.name for row in (line.person, line.key, line.site))
    values = (
        event.at.isoformat(),
        event.what,
        happening(line).sentence,
        event.door or empty,
        person,
        key,
        site,
        event.subject,
        line.name or empty,
        empty if line.step is None else line.step.effect,
        json.dumps(event.details, sort_keys=True) if table else event.details,
    )
    return dict(zip(COLUMNS, values, strict=True))


def _rows(rows: Iterable[Iterable[str]]) -> str:
    file = io.StringIO()
    csv.writer(file, quoting=csv.QUOTE_ALL).writerows(rows)
    return file.getvalue()
