"""Every tool there is, by its short name, and who cares for draft copies, by kind of item.

It holds no knowledge of its own: each noun's file lists its tools.
"""

from __future__ import annotations

from collections.abc import Mapping

from .tool import Copies, Tool

CATALOGUE: Mapping[str, Tool] = {}

# kind of item, such as "page" -> what can be done with its draft copies
COPIES: Mapping[str, Copies] = {}
