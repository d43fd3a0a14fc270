"""Tools by purpose: which are shown to a new key, and which wait behind a switch.

Some clients choke on many tools, and every tool takes room in a model's mind: so a new key has at most 40, and its
owner switches the others on by purpose. That a tool is off is the engine's to see to.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from webapp.errors import Refusal
from webapp.tools.tool import Scene

# The most tools that a new key is shown.
MOST_SHOWN = 40


@dataclass(frozen=True)
class Group:
    """Tools that serve one purpose.

    Attributes:
        title: as people read it.
        tools: short names, in the order in which they are listed.
        on: whether a new key has them.
        always: no switch turns them off: they make plans and look after the connection.
    """

    title: str
    tools: Sequence[str]
    on: bool = True
    always: bool = False

    @property
    def slug(self) -> str:
        """The title as a form or an address holds it."""
        return "-".join(self.title.lower().replace(",", "").split())


GROUPS: tuple[Group, ...] = (
    Group(
        "The plan and the session",
        (
            "begin_session",
            "end_session",
            "get_plan",
            "apply_plan",
            "discard_plan",
            "get_job_status",
            "diagnose_connection",
            "report_issue",
            "get_site_context",
            "list_snapshots",
            "restore_snapshot",
        ),
        always=True,
    ),
    Group(
        "Pages",
        (
            "list_pages",
            "read_page",
            "create_page",
            "build_page",
            "update_page",
            "create_page_duplicate",
            "delete_page",
        ),
    ),
    Group(
        "Posts",
        ("list_posts", "read_post", "create_post", "update_post", "create_post_duplicate", "delete_post"),
    ),
    Group(
        "Blocks of a page or post",
        (
            "get_page_outline",
            "find_element",
            "update_element",
            "insert_element",
            "move_element",
            "remove_element",
        ),
    ),
    Group("Media", ("list_media", "get_media", "upload_media", "update_media")),
    Group("Links in menus", ("list_menus", "list_menu_items", "create_menu_item")),
    Group("Settings", ("list_options", "update_option")),
    Group("Terms to choose from", ("list_terms",)),
    Group(
        "Menus and navigation",
        (
            "get_menu",
            "create_menu",
            "update_menu",
            "delete_menu",
            "list_menu_locations",
            "assign_menu_location",
            "get_menu_item",
            "update_menu_item",
            "delete_menu_item",
            "list_navigation",
            "read_navigation",
            "update_navigation",
        ),
        on=False,
    ),
    Group("The whole media library", ("update_media_batch", "delete_media"), on=False),
    Group(
        "Categories, tags and other taxonomies",
        ("list_taxonomies", "get_taxonomy", "get_term", "create_term", "update_term", "delete_term"),
        on=False,
    ),
    Group(
        "Comments",
        ("list_comments", "get_comment", "create_comment", "update_comment", "delete_comment"),
        on=False,
    ),
    Group(
        "Custom post types",
        (
            "list_post_types",
            "get_post_type",
            "list_custom_posts",
            "get_custom_post",
            "create_custom_post",
            "update_custom_post",
            "duplicate_custom_post",
            "delete_custom_post",
        ),
        on=False,
    ),
    Group("Many changes at once", ("batch_update", "duplicate_element"), on=False),
    Group(
        "Templates",
        (
            "list_templates",
            "read_template",
            "update_template",
            "list_template_parts",
            "read_template_part",
            "update_template_part",
        ),
        on=False,
    ),
    Group(
        "Plugins",
        (
            "list_plugins",
            "activate_plugin",
            "deactivate_plugin",
            "install_plugin",
            "update_plugin",
            "delete_plugin",
        ),
        on=False,
    ),
    Group("Users", ("list_users", "get_user", "create_user", "update_user", "delete_user"), on=False),
    Group(
        "Copies, snapshots and links",
        (
            "list_copies",
            "compare_copy",
            "create_share_link",
            "create_review_link",
            "list_review_links",
            "revoke_review_link",
            "get_snapshot",
            "diff_snapshots",
            "restore_session",
        ),
        on=False,
    ),
    Group("A single setting", ("get_option",), on=False),
)

_GROUP_OF = {name: group for group in GROUPS for name in group.tools}

# The purposes that an owner can choose.
CHOSEN = tuple(group for group in GROUPS if not group.always)
# The purposes that a new key serves.
AT_FIRST = tuple(group for group in CHOSEN if group.on)


def group_of(tool_name: str) -> Group | None:
    """Return the group that a tool is in."""
    return _GROUP_OF.get(tool_name)


def how_many(chosen: Collection[Group]) -> int:
    """Return how many tools a new key has that is for these purposes, those that are always there counted."""
    return sum(len(group.tools) for group in GROUPS if group.always or group in chosen)


def off_but(chosen: Collection[Group]) -> list[str]:
    """Return the names of all tools that serve none of the purposes that were chosen."""
    return sorted(name for group in CHOSEN if group not in chosen for name in group.tools)


def wholly_off(off: Collection[str]) -> list[Group]:
    """Return the purposes of which no tool is left.

    Args:
        off: names of the tools that are off.
    """
    return [group for group in GROUPS if set(group.tools) <= set(off)]


def purpose_that_is_off(scene: Scene, tool_name: str) -> str:
    """Return the title of the purpose that a tool is for, where the tool is off for the caller; else nothing."""
    try:
        scene.demand_allowed(tool_name)
    except Refusal as refusal:
        group = group_of(tool_name)
        return group.title if group is not None and refusal.code == "respira_tool_off" else ""
    return ""
