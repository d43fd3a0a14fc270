"""Switches: which tools may be used at all. What is not ticked is off."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from wtforms import SelectMultipleField
from wtforms.widgets import CheckboxInput, ListWidget

from webapp.tools.tool import Tool

from . import PlainForm, SelectChoice


@dataclass(frozen=True)
class Switch:
    """A tool to switch on and off.

    Attributes:
        content: whether it stays on where only content may be changed.
        note: why it can not be used whatever is ticked; None where nothing else is in its way.
    """

    title: str
    content: bool
    note: str | None


class SwitchesForm(PlainForm):
    """A form with a switch for each tool that writes."""

    tools_on = SelectMultipleField(
        "Tool by tool",
        description="What is not ticked is refused, also where it waits in a plan already.",
        widget=ListWidget(),
        option_widget=CheckboxInput(),
    )

    def offer(self, tools: Iterable[Tool], notes: Mapping[str, str]) -> None:
        """Say which tools there are to tick.

        Args:
            notes: by a tool's name, why it can not be used whatever is ticked here.
        """
        self.switches = {tool.name: Switch(tool.title, tool.content, notes.get(tool.name)) for tool in tools}
        self.tools_on.choices = [SelectChoice(name, switch.title) for name, switch in self.switches.items()]

    def off(self, before: Iterable[str]) -> list[str]:
        """Return which tools are to be off.

        Args:
            before: those that are off so far; what was not offered here stays off.
        """
        offered = set(self.switches)
        return sorted((set(before) - offered) | (offered - set(self.tools_on.data or ())))
