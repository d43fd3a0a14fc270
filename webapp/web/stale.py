"""What the pages show of a step whose target the site moved, and of what changed since a person looked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from flask import request

from webapp.core import differences, forecasts, stale
from webapp.core.differences import Difference
from webapp.core.redaction import in_lines, without_secrets
from webapp.core.stale import Upon
from webapp.core.views import PlanView, StepView
from webapp.data import Mode, Step
from webapp.diffs import fields
from webapp.tools.nouns import word_of
from webapp.tools.risks import Risk

from . import filters, taking_back
from .pages import desk
from .reasons import reasons_of
from .three_sides import Side, sides, two

# What these forms do changes no digest, so that one which differs was another before.
_DECIDING = frozenset({"steps.decide", "decisions.create", "runs.create"})
_COPY = ("None", "A draft copy")
_LONGEST_NAME = 100


@dataclass(frozen=True)
class MovedField:
    """A field that moved: when planned, now on the site, and after the step; None where the step leaves it."""

    label: str
    planned: Side
    now: Side
    after: Side | None


@dataclass(frozen=True)
class TwoSides:
    """A field as a person saw it, and as it is now."""

    label: str
    seen: Side
    now: Side


@dataclass(frozen=True)
class Since:
    """A difference from what a person saw, as `components/differences.html` prints it."""

    step_id: str
    position: int
    effect: str
    kind: str
    status: str
    former_effect: str | None
    changes: list[TwoSides]
    known: bool
    by: str | None = None


def of_step(view: PlanView, step: StepView) -> dict[str, Any]:
    """Return what `steps/_stale.html` and `steps/_changed_since.html` print."""
    return {**_moved(view, step), "since": _since_of_step(step.row)}


def _since_of_step(row: Step) -> Since | None:
    seen = request.form.get("digest") if tells_what_changed() else request.args.get("seen")
    return None if seen is None else since(row, seen)


def since(row: Step, seen: str) -> Since | None:
    """Return how a step differs from the one that had a digest; None where it is that one.

    Args:
        row: with all its columns.
    """
    found = differences.of_step(desk(), row, seen)
    return None if found is None else _shown(found)


def tells_what_changed() -> bool:
    """Whether what a form sent is compared with what its sender saw: so with decisions, and with nothing else."""
    return request.endpoint in _DECIDING


def of_plan(view: PlanView) -> list[Since]:
    """Return what `plans/_changed_since.html` prints."""
    named = [step.split(" ", 1) for step in request.form.getlist("step")]
    seen = {parts[0]: parts[1] for parts in named if len(parts) == 2}
    one = (request.view_args or {}).get("step_id")
    if one is not None and "digest" in request.form:
        seen = {one: request.form["digest"]}
    if not tells_what_changed() or not seen:
        return []
    last, to_apply = filters.number_of(request.form.get("last", "")), request.endpoint == "runs.create"
    with desk().reading() as session:
        found = differences.of_plan(session, desk(), view.row, seen, last, to_apply=to_apply)
    # One step was decided about by itself: what it is now is told on its card.
    found = [difference for difference in found if one is None or difference.kind != "decided"]
    by = {step.row.public_id: step.decided_by for step in view.steps}
    return [replace(_shown(difference), by=by.get(difference.step.public_id)) for difference in found]


def _shown(found: Difference) -> Since:
    told = [in_lines(without_secrets(change)) for change in found.changes]
    changes = [TwoSides(change["label"], *two(change["before"], change["after"], change["kind"])) for change in told]
    return Since(
        found.step.public_id,
        found.step.position,
        found.step.effect,
        found.kind,
        found.step.status,
        found.former_effect,
        changes,
        found.known,
    )


def _moved(view: PlanView, step: StepView) -> dict[str, Any]:
    """Return what the site moved under a step that waits: `moved`, `by`, `upon`; nothing where nothing did."""
    row = step.row
    if not row.stale or not step.waits or view.over:
        return {}
    with desk().reading() as session:
        upon = stale.upon_now(session, desk(), view.row, row)
    now = forecasts.now_of(desk(), row)
    return {
        "moved": [] if now is None else list(_fields(row, step.changes, now, upon)),
        "sentences": [name for name in row.stale if " " in name],
        "by": taking_back.author(row.moved_by),
        "upon": upon,
        "reasons": [] if upon is None else reasons_of(risk for risk in upon.reasons if risk != Risk.LIVE),
        "new_reasons": upon is not None and bool(set(upon.reasons) - set(row.risks)),
        "taken": [] if upon is None else taking_back.in_words(upon.takes_back),
        "request": _request(row),
        "forcing": upon is not None and view.key.mode == Mode.BROWSER,
        "typed": request.form.get("note", "") if request.endpoint == "plannings.accept" else "",
    }


def _request(row: Step) -> str:
    """Return what the agent is asked who shall look at the target again."""
    by = taking_back.author(row.moved_by)
    who = f" by {by.who[:_LONGEST_NAME]}" if by is not None and by.who else ""
    return (
        f"The {word_of(row.target_kind)} was changed{who} since: please read it again and plan this step upon that."
    )


def _fields(
    row: Step, changes: Iterable[Mapping[str, Any]], now: Mapping[str, Any], upon: Upon | None
) -> Iterable[MovedField]:
    before = forecasts.base_of(desk(), row)
    planned = {change["field"]: change for change in changes}
    later = {} if upon is None else {change["field"]: change for change in upon.changes}
    order = fields.ordered({name.split(".", 1)[-1] for name in row.stale})
    for name in sorted(row.stale, key=lambda name: (order.index(name.split(".", 1)[-1]), name)):
        bare = name.split(".", 1)[-1]
        if name == "copy":
            had = any(key.startswith("copy.") for key in before)
            yield MovedField("Draft copy", *sides([_COPY[had], _COPY[not had], None], "value"))
            continue
        values = [before.get(name), now.get(name), later.get(bare, {}).get("after")]
        kind = fields.shown(bare)
        if kind not in ("text", "html") and bare in planned and bare in later:
            # These are ids on the site, and names in what people are shown.
            values[:2] = [planned[bare]["before"], later[bare]["before"]]
            kind = planned[bare]["kind"]
        written = bare in later and not (name.startswith("live.") and f"copy.{bare}" in now)
        label = f"{fields.label(bare)}{' of the copy' if name.startswith('copy.') else ''}"
        yield MovedField(label, *sides(_without_secrets(bare, values), kind, written=written))


def _without_secrets(field: str, values: Iterable[Any]) -> list[Any]:
    return [without_secrets({"field": field, "before": one, "after": None})["before"] for one in values]
