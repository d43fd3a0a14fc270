"""A plan's page, whole or only what a form changed of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from flask import Response, render_template, request

from webapp.core import views
from webapp.core.views import PlanView

from . import comparing, edits, guard, links, stale, taking_back, talks
from .arranging import Arrangement, Group, arranged, groups_of, still_open
from .pages import desk, page
from .shown import PlanPage, ShownStep, plan_page


def read(plan_id: str) -> PlanPage:
    """Read what a plan's page shows.

    Raises:
        Refusal: `respira_not_found`, also for somebody else's.
    """
    with desk().reading() as session:
        return shown_of_plan(views.opened(session, desk(), guard.person().id, plan_id))


def shown_of_plan(view: PlanView) -> PlanPage:
    """Return what a plan's page shows, and what stands around its steps."""
    around = {"talk": talks.of_plan(view), "links": links.of_plan(view), "changed_since": stale.of_plan(view)}
    return replace(plan_page(view), around=around)


def read_of_step(step_id: str) -> tuple[PlanPage, ShownStep]:
    """Read what is shown of a step and of its plan, with what stands around the step on its own page.

    Raises:
        Refusal: `respira_not_found`, also for somebody else's.
    """
    with desk().reading() as session:
        view, step = views.opened_step(session, desk(), guard.person().id, step_id)
    # One step is looked at by itself, so this one has its whole comparison.
    steps = [step if other.row.public_id == step_id else other for other in view.steps]
    around = {
        "stale": stale.of_step(view, step),
        "takes_back": taking_back.of_step(step.row),
        "talk": talks.of_step(view, step),
        "views": comparing.of_step(view, step),
        "edit": edits.of_step(view, step),
    }
    shown = replace(plan_page(replace(view, steps=steps)), around=around)
    return shown, next(step for step in shown.steps if step.public_id == step_id)


def whole(plan_id: str, status: int = 200, typed: Mapping[str, str] | None = None) -> Response:
    """Answer with a plan's whole page.

    Args:
        typed: notes that were typed and not taken, by step id.
    """
    return page("plans/show.html", status=status, **values(with_typed(read(plan_id), typed or {})))


def changed(before: PlanPage, *, stale_too: bool = False) -> list[str]:
    """Return the parts of a plan's page that are different now: the steps that moved, and what sums them up.

    Args:
        before: the page before the change.
        stale_too: send every step that the site moved away from. A look at the site from another window may have
            found it after the page was drawn, and then it is no change any more.
    """
    now = read(before.plan.public_id)
    known = {step.public_id: replace(step, checked_at=None) for step in before.steps}
    moved = [
        step
        for step in now.steps
        if replace(step, checked_at=None) != known.get(step.public_id) or (stale_too and step.stale)
    ]
    return [*_parts(now, moved), *_groups(before, now)]


def all_of(plan_id: str, typed: Mapping[str, str] | None = None) -> list[str]:
    """Return every part of a plan's page as it is now.

    Args:
        typed: notes that were typed and not taken, by step id.
    """
    now = with_typed(read(plan_id), typed or {})
    return [*_parts(now, now.steps), *_groups(now, now)]


def _parts(now: PlanPage, moved: list[ShownStep]) -> list[str]:
    shown = values(now)
    steps = [render_template("steps/_step.html", step=step, **shown) for step in moved]
    # Whoever says yes reads under which title they did: from then on it stays.
    sums = ["plans/_title.html", "plans/_purpose.html", "plans/_terms.html", "plans/_decision_bar.html"]
    sums += ["plans/_check.html"] if now.deciding else []
    # Whoever is reading what changed since they looked goes on reading: only a decision says something else.
    sums += ["plans/_changed_since.html"] if stale.tells_what_changed() else []
    return steps + [render_template(part, **shown) for part in sums]


def _groups(before: PlanPage, now: PlanPage) -> list[str]:
    """Return the heads of the groups that the page has, each as it is now: empty where it is none any more."""
    if _order() or not before.deciding:
        return []
    # What was dropped since the page was loaded stands where it stood, so it is looked for among all. A group with
    # nothing left to decide about was emptied before.
    there = {group.key: still_open(group) for group in groups_of(now.steps)}
    shown = [group for group in groups_of(before.steps) if still_open(group).steps]
    heads = [there.get(group.key, Group(group.key)) for group in shown]
    return [render_template("plans/_group.html", group=head, plan=now.plan) for head in heads]


def values(shown: PlanPage) -> dict[str, Any]:
    """Return the page's values under the names that the templates use."""
    own = {name: getattr(shown, name) for name in PlanPage.__dataclass_fields__ if name != "around"}
    arrangement = _arrangement(shown)
    samples = [group.steps[0].public_id for group in arrangement.groups]
    return own | {"arrangement": arrangement, "samples": samples, "order": _order()} | shown.around


def _arrangement(shown: PlanPage) -> Arrangement:
    return arranged(shown.steps, deciding=shown.deciding, in_plan_order=bool(_order()))


def _order() -> str:
    """Return the order that the address, or a form of the page, asks for: `plan`, or nothing for our own."""
    return "plan" if request.values.get("order") == "plan" else ""


def address(plan_id: str) -> str:
    """Return the address of a plan's page, in the order in which its reader has it."""
    return f"/plans/{plan_id}?order=plan" if _order() else f"/plans/{plan_id}"


def with_typed(shown: PlanPage, typed: Mapping[str, str]) -> PlanPage:
    """Keep notes that were not taken in their forms."""
    steps = [replace(step, typed=typed.get(step.public_id)) for step in shown.steps]
    return replace(shown, steps=steps)
