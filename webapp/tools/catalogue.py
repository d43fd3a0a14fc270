"""Every tool there is, by its short name. It holds no knowledge of its own: each noun's file lists its tools."""

from __future__ import annotations

from collections.abc import Mapping

from webapp.tools.blocks import tools as block_tools
from webapp.tools.building import batches, page_building
from webapp.tools.items import copy_tools, creates, custom_posts, duplicating, pages, posts
from webapp.tools.items.copies_by_kind import CopiesByKind
from webapp.tools.media import media, media_deletes, media_updates, media_uploads
from webapp.tools.menus import (
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
)
from webapp.tools.records import (
    comment_deletes,
    comment_reads,
    comments,
    term_deletes,
    term_reads,
    terms,
    user_deletes,
    user_reads,
    users,
)
from webapp.tools.session import review_links, session_restores, sessions, snapshot_reads, snapshots
from webapp.tools.site import (
    option_reads,
    options,
    plugin_deletes,
    plugin_installs,
    plugin_switches,
    plugins,
    site_context,
    template_updates,
    templates,
)
from webapp.tools.tool import Copies, Tool

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
    *review_links.TOOLS,
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
    *comment_reads.TOOLS,
    *comments.TOOLS,
    *comment_deletes.TOOLS,
    *user_reads.TOOLS,
    *users.TOOLS,
    *user_deletes.TOOLS,
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
