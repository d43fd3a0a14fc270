"""Every tool there is, by its short name. It holds no knowledge of its own: each noun's file lists its tools."""

from __future__ import annotations

from collections.abc import Mapping

from .tool import Tool

CATALOGUE: Mapping[str, Tool] = {}
