"""What an agent is told when it comes in at a door: the rules, in the names of its address."""

from __future__ import annotations

from webapp.core.rules import rules as instructions

__all__ = ["instructions"]
