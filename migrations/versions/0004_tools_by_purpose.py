"""tools by purpose

The tools that come with this version and wait behind a switch stay off for keys that there are already, as they are off
for new ones: nobody chose them.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

_NEW_AND_OFF = {
    "activate_plugin",
    "assign_menu_location",
    "batch_update",
    "compare_copy",
    "create_comment",
    "duplicate_custom_post",
    "create_custom_post",
    "create_menu",
    "create_share_link",
    "create_term",
    "create_user",
    "deactivate_plugin",
    "delete_comment",
    "delete_custom_post",
    "delete_media",
    "delete_menu",
    "delete_menu_item",
    "delete_plugin",
    "delete_term",
    "delete_user",
    "diff_snapshots",
    "duplicate_element",
    "get_comment",
    "get_custom_post",
    "get_menu",
    "get_menu_item",
    "get_option",
    "get_post_type",
    "get_snapshot",
    "get_taxonomy",
    "get_term",
    "get_user",
    "install_plugin",
    "list_comments",
    "list_copies",
    "list_custom_posts",
    "list_menu_locations",
    "list_navigation",
    "list_plugins",
    "list_post_types",
    "list_taxonomies",
    "list_template_parts",
    "list_templates",
    "list_users",
    "read_navigation",
    "read_template",
    "read_template_part",
    "restore_session",
    "update_comment",
    "update_custom_post",
    "update_media_batch",
    "update_menu",
    "update_menu_item",
    "update_navigation",
    "update_plugin",
    "update_template",
    "update_template_part",
    "update_term",
    "update_user",
}
_KEYS = sa.table("keys", sa.column("id", sa.Integer), sa.column("tools_off", sa.JSON))


def upgrade() -> None:
    for key_id, off in _off_by_key():
        _write(key_id, {*off, *_NEW_AND_OFF})


def downgrade() -> None:
    for key_id, off in _off_by_key():
        _write(key_id, {*off} - _NEW_AND_OFF)


def _off_by_key() -> list[tuple[int, list[str]]]:
    return [(key_id, off) for key_id, off in op.get_bind().execute(sa.select(_KEYS.c.id, _KEYS.c.tools_off))]


def _write(key_id: int, off: set[str]) -> None:
    op.execute(sa.update(_KEYS).where(_KEYS.c.id == key_id).values(tools_off=sorted(off)))
