"""Switches: which tools may be used at all, by purpose. What is not ticked is off."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from wtforms import SelectMultipleField, StringField
from wtforms.widgets import CheckboxInput, ListWidget

from webapp.core import rights
from webapp.data import Scope
from webapp.tools.groups import GROUPS, Group
from webapp.tools.tool import Tool

from . import PlainForm, SelectChoice


@dataclass(frozen=True)
class Switch:
    """A tool to switch on and off.

    Attributes:
        scope: the narrowest scope in which it stays on.
        note: why it can not be used whatever is ticked; None where nothing else is in its way.
    """

    title: str
    scope: str
    note: str | None


@dataclass(frozen=True)
class Purpose:
    """The tools of one purpose that are there to tick."""

    slug: str
    title: str
    tools: list[str]


class SwitchesForm(PlainForm):
    """A form with a switch for each tool, and two buttons for all those of a purpose."""

    tools_on = SelectMultipleField(
        "Tool by tool",
        description="What is not ticked is refused, also where it waits in a plan already. Each tool takes room in "
        "an agent's mind, and some agents take no more than 40.",
        widget=ListWidget(),
        option_widget=CheckboxInput(),
    )
    # Which button was pressed, if any but the last: each holds the purpose that it is for.
    all_of = StringField()
    none_of = StringField()

    # The purpose whose tools are shown unfolded; empty for none.
    opened = ""

    def offer(self, tools: Mapping[str, Tool], off: Iterable[str], notes: Mapping[str, str]) -> None:
        """Say which tools there are to tick, and tick what a button asks for.

        Args:
            tools: every tool, by its name.
            off: those that are off so far.
            notes: by a tool's name, why it can not be used whatever is ticked here.
        """
        off = set(off)
        self.purposes = [purpose for group in GROUPS if (purpose := _offered(group, tools, off)).tools]
        names = [name for purpose in self.purposes for name in purpose.tools]
        self.switches = {name: Switch(tools[name].title, _scope_of(tools[name]), notes.get(name)) for name in names}
        self.tools_on.choices = [SelectChoice(name, switch.title) for name, switch in self.switches.items()]
        self._turn(set(self.tools_on.data or ()))

    def _turn(self, ticked: set[str]) -> None:
        for purpose in self.purposes:
            if purpose.slug == self.all_of.data:
                ticked.update(purpose.tools)
            elif purpose.slug == self.none_of.data:
                ticked.difference_update(purpose.tools)
            else:
                continue
            self.opened = purpose.slug
        self.tools_on.data = sorted(ticked)

    def off(self, before: Iterable[str]) -> list[str]:
        """Return which tools are to be off.

        Args:
            before: those that are off so far; what was not offered here stays off.
        """
        offered = set(self.switches)
        return sorted((set(before) - offered) | (offered - set(self.tools_on.data or ())))


def _offered(group: Group, tools: Mapping[str, Tool], off: set[str]) -> Purpose:
    """What is always on is offered only where it was switched off once, so that there is a way back."""
    there = [name for name in group.tools if name in tools and (not group.always or name in off)]
    return Purpose(group.slug, group.title, there)


def _scope_of(tool: Tool) -> str:
    return next(scope.value for scope in (Scope.READ, Scope.CONTENT, Scope.FULL) if rights.within(scope, tool))


def unfolded(form: SwitchesForm) -> str:
    """Return what follows a page's path, so that the purpose whose button was pressed is unfolded and in sight."""
    return f"?purpose={form.opened}#purpose-{form.opened}" if form.opened else ""
