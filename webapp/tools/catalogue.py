"""Every tool there is, by its short name. It holds no knowledge of its own: each noun's file lists its tools."""

from __future__ import annotations

from collections.abc import Mapping

from . import (
    batches,
    copy_tools,
    creates,
    custom_posts,
    duplicating,
    media,
    media_deletes,
    media_updates,
    media_uploads,
    menu_additions,
    menu_creation,
    menu_deletes,
    menu_item_deletes,
    menu_item_updates,
    menu_places,
    menu_reads,
    menu_updates,
    navigation,
    navigation_updates,
    option_reads,
    options,
    page_building,
    pages,
    plugin_deletes,
    plugin_installs,
    plugin_switches,
    plugins,
    posts,
    session_restores,
    sessions,
    site_context,
    snapshot_reads,
    snapshots,
    template_updates,
    templates,
    term_deletes,
    term_reads,
    terms,
)
from .blocks import tools as block_tools
from .copies_by_kind import CopiesByKind
from .tool import Copies, Tool

_TOOLS: dict[str, Tool] = {}
for _tool in (
    *sessions.TOOLS,
    *site_context.TOOLS,
    *pages.TOOLS,
    *page_building.TOOLS,
    *posts.TOOLS,
    *custom_posts.TOOLS,
    *creates.TOOLS,
    *duplicating.TOOLS,
    *block_tools.TOOLS,
    *copy_tools.TOOLS,
    *menu_reads.TOOLS,
    *menu_additions.TOOLS,
    *menu_item_updates.TOOLS,
    *menu_item_deletes.TOOLS,
    *menu_creation.TOOLS,
    *menu_updates.TOOLS,
    *menu_deletes.TOOLS,
    *menu_places.TOOLS,
    *navigation.TOOLS,
    *navigation_updates.TOOLS,
    *templates.TOOLS,
    *template_updates.TOOLS,
    *media.TOOLS,
    *media_uploads.TOOLS,
    *media_updates.TOOLS,
    *media_deletes.TOOLS,
    *term_reads.TOOLS,
    *terms.TOOLS,
    *term_deletes.TOOLS,
    *option_reads.TOOLS,
    *options.TOOLS,
    *plugins.TOOLS,
    *plugin_switches.TOOLS,
    *plugin_installs.TOOLS,
    *plugin_deletes.TOOLS,
    *batches.TOOLS,
    *snapshot_reads.TOOLS,
    *snapshots.tools(_TOOLS),
    *session_restores.TOOLS,
):
    _TOOLS[_tool.name] = _tool

CATALOGUE: Mapping[str, Tool] = _TOOLS

# What can be done with draft copies, by the kind of item.
COPIES: Mapping[str, Copies] = CopiesByKind()
