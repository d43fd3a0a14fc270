"""By hand: what a person can do about a site that does not answer Sayso any more, told from what was written there.

It reads no site, and decides nothing. What stood there before is told where it is short and no secret.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from sqlalchemy.orm import Session

from webapp.core import forecasts, sights
from webapp.core.desk import Desk
from webapp.core.histories import RunView
from webapp.core.redaction import redacted, without_secrets
from webapp.data import Outcome, Run, Step
from webapp.tools.nouns import NO_POSTS, word_of

_LONGEST_VALUE = 500  # characters
_FOLDER = "wp-content/plugins"
# Where in the dashboard a kind of thing is changed.
_WHERE = {
    "option": "In the dashboard, under Settings",
    "menu": "In the dashboard, under Appearance, Menus",
    "menu_location": "In the dashboard, under Appearance, Menus, Manage Locations",
    "navigation": "In the dashboard, under Appearance, Editor, Navigation",
    "template": "In the dashboard, under Appearance, Editor, Templates",
    "template_part": "In the dashboard, under Appearance, Editor, Patterns",
    "term": "In the dashboard, under Posts, Categories or Tags",
    "comment": "In the dashboard, under Comments",
    "user": "In the dashboard, under Users",
    "media": "In the dashboard, under Media",
}


@dataclass(frozen=True)
class Advice:
    """One thing to do.

    Attributes:
        about: what was written, as its step says it; None for what helps whatever it was.
        position: of that step.
        words: what to do, in full sentences.
        place: a folder or file that is named there, as it is to be typed.
        value: what stood there before; None where it is not told.
    """

    words: str
    about: str | None = None
    position: int | None = None
    place: str | None = None
    value: str | None = None


ALWAYS = (
    Advice(
        "Look into the mailbox of the site’s administrator. When a plugin or a theme breaks WordPress, it sends a "
        "mail with a link that opens the dashboard in recovery mode, where what broke it is off for you alone."
    ),
    Advice("If nothing of this helps, ask your host to bring back the last backup from before this."),
)


def told_at(session: Session, run: Run) -> str | None:
    """Return the address at which a run's receipt tells what to do by hand; None where the site answered after it."""
    silent = any(one["what"] == sights.REST_GONE for row in sights.of_run(session, run.id) for one in row.found)
    return f"/runs/{run.public_id}#sights" if silent else None


def of_run(desk: Desk, view: RunView) -> list[Advice]:
    """Return what to do about a run, what was written last first."""
    written = (part.step for part in reversed(view.parts) if _may_have_written(part.part.outcome, part.step))
    return of_steps(desk, written)


def of_steps(desk: Desk, steps: Iterable[Step]) -> list[Advice]:
    """Return what to do about what steps wrote to the live site, in their order, and what helps whatever it was."""
    live = (step for step in steps if step.lands_on.get("where") == "live")
    return [*(_of_step(desk, step) for step in live), *ALWAYS]


def _may_have_written(outcome: str | None, step: Step) -> bool:
    return outcome == Outcome.APPLIED or (outcome == Outcome.FAILED and not step.wrote_nothing)


def _of_step(desk: Desk, step: Step) -> Advice:
    if step.target_kind == "plugin":
        words, place = _plugin(step)
        return Advice(words, step.effect, step.position, place)
    if step.target_kind in NO_POSTS:
        value = _value_before(desk, step)
        back = "set it back to what it was." if value is None else "set it back to:"
        return Advice(f"{_WHERE[step.target_kind]}, {back}", step.effect, step.position, None, value)
    word = word_of(step.target_kind)
    if step.tool.startswith("delete_"):
        words = f"In the dashboard, open the list of such items, then Trash, and choose Restore under the {word}."
    elif step.tool.startswith("create_"):
        words = f"In the dashboard, open the {word} and move it to the trash."
    else:
        words = f"In the dashboard, open the {word}, then Revisions: the newest from before this is what stood there."
    return Advice(words, step.effect, step.position)


def _plugin(step: Step) -> tuple[str, str | None]:
    """Return what to do about a plugin, and the folder or file that its code is in."""
    folder, _slash, _file = step.target_id.partition("/")
    place = f"{_FOLDER}/{folder}" if _slash or step.tool == "install_plugin" else f"{_FOLDER}/{folder}.php"
    if step.tool == "deactivate_plugin":
        return "In the dashboard, under Plugins, activate it again.", None
    if step.tool == "delete_plugin":
        return "In the dashboard, under Plugins, Add New, install it again.", None
    return (
        "With your host’s file manager, or by FTP, put “-off” behind the name of what is named here. WordPress then "
        "leaves the plugin out, and the site answers again if that was it.",
        place,
    )


def _value_before(desk: Desk, step: Step) -> str | None:
    """Return a setting's former value, where it is one line that is no secret."""
    name = f"{step.target_kind}.{step.target_id}"
    base = forecasts.base_of(desk, step)
    if name not in base:
        return None
    change: dict[str, Any] = {"field": step.target_id, "before": base[name], "after": None}
    value = without_secrets(change)["before"]
    shown = redacted(value, _LONGEST_VALUE)
    return str(shown) if value == base[name] and isinstance(shown, str | int | float) and str(shown) else None
