"""What each role may do, as WordPress names it. Roles are fixed here; users are in users.py."""

from __future__ import annotations

SUBSCRIBER = ("read", "level_0")

CONTRIBUTOR = ("edit_posts", "delete_posts", *SUBSCRIBER, "level_1")

AUTHOR = (
    "upload_files",
    "edit_published_posts",
    "publish_posts",
    "delete_published_posts",
    *CONTRIBUTOR,
    "level_2",
)

EDITOR = (
    "moderate_comments",
    "manage_categories",
    "manage_links",
    "unfiltered_html",
    "edit_others_posts",
    "edit_pages",
    "edit_others_pages",
    "edit_published_pages",
    "publish_pages",
    "delete_pages",
    "delete_others_pages",
    "delete_published_pages",
    "delete_others_posts",
    "delete_private_posts",
    "edit_private_posts",
    "read_private_posts",
    "delete_private_pages",
    "edit_private_pages",
    "read_private_pages",
    *AUTHOR,
    "level_3",
    "level_4",
    "level_5",
    "level_6",
    "level_7",
)

ADMINISTRATOR = (
    "switch_themes",
    "edit_themes",
    "activate_plugins",
    "edit_plugins",
    "edit_users",
    "edit_files",
    "manage_options",
    "import",
    "delete_users",
    "create_users",
    "unfiltered_upload",
    "edit_dashboard",
    "update_plugins",
    "delete_plugins",
    "install_plugins",
    "update_themes",
    "install_themes",
    "update_core",
    "list_users",
    "remove_users",
    "promote_users",
    "edit_theme_options",
    "delete_themes",
    "export",
    *EDITOR,
    "level_8",
    "level_9",
    "level_10",
)

CAPABILITIES: dict[str, tuple[str, ...]] = {
    "administrator": ADMINISTRATOR,
    "editor": EDITOR,
    "author": AUTHOR,
    "contributor": CONTRIBUTOR,
    "subscriber": SUBSCRIBER,
}


def capabilities(roles: list[str]) -> dict[str, bool]:
    """Return the capability map of somebody with these roles, the roles' own names included."""
    return {name: True for role in roles for name in (*CAPABILITIES.get(role, ()), role)}
