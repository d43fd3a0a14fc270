"""The requests by which clients of the REST door call tools: written out, as those clients send them."""

from __future__ import annotations

from typing import Any, NamedTuple


class Request(NamedTuple):
    """What is sent to call a tool; the path begins with the version."""

    method: str
    path: str
    query: dict[str, Any]
    body: dict[str, Any] | None


# A tool's method and path. Of a read and a delete the rest goes into the query, otherwise into the body, whole.
_ROUTES = {
    "list_pages": ("GET", "v2/pages"),
    "read_page": ("GET", "v2/pages/{id}"),
    "create_page": ("POST", "v2/pages"),
    "create_page_duplicate": ("POST", "v2/pages/{original_id}/duplicate"),
    "update_page": ("PUT", "v2/pages/{id}"),
    "delete_page": ("DELETE", "v1/pages/{id}"),
    "list_menus": ("GET", "v1/menus"),
    "list_menu_items": ("GET", "v1/menus/{menu_id}/items"),
    "create_menu_item": ("POST", "v1/menus/{menu_id}/items"),
    "update_option": ("POST", "v1/options/{option}"),
    "list_copies": ("GET", "v2/copies"),
    "compare_copy": ("GET", "v2/copies/{copy_id}"),
    "create_share_link": ("POST", "v2/preview/share-link"),
    "create_review_link": ("POST", "v2/review/links"),
    "list_review_links": ("GET", "v2/review/links"),
    "revoke_review_link": ("DELETE", "v2/review/links/{session_id}"),
    "get_page_outline": ("GET", "v1/builder/gutenberg/outline/{page_id}"),
    "find_element": ("POST", "v2/builder/elements/find/{post_id}"),
    "update_element": ("POST", "v2/builder/elements/update/{post_id}"),
    "insert_element": ("POST", "v2/builder/elements/insert/{post_id}"),
    "move_element": ("POST", "v2/builder/elements/move/{post_id}"),
    "remove_element": ("POST", "v2/builder/elements/remove/{post_id}"),
    "duplicate_element": ("POST", "v2/builder/elements/duplicate/{post_id}"),
    "list_snapshots": ("GET", "v2/snapshots"),
    "restore_snapshot": ("POST", "v2/snapshots/restore"),
    "end_session": ("POST", "v2/snapshots/session/end"),
}


def request_for(tool: str, arguments: dict[str, Any]) -> Request:
    """The request that calls a tool. What has no route of its own is called as an ability."""
    if tool not in _ROUTES:
        ability = f"respira/{tool.replace('_', '-')}"
        return Request("POST", "v1/abilities/invoke", {}, {"ability": ability, "args": arguments})
    method, path = _ROUTES[tool]
    named = {name for name in arguments if f"{{{name}}}" in path}
    path = path.format(**{name: _spelled(arguments[name]) for name in named})
    if method in ("GET", "DELETE"):
        rest = {name: value for name, value in arguments.items() if name not in named and value is not None}
        return Request(method, path, {name: _spelled(value) for name, value in rest.items()}, None)
    # The name of an option is in the path alone; the id of anything else is repeated.
    return Request(method, path, {}, {name: value for name, value in arguments.items() if name != "option"})


def _spelled(value: Any) -> str:
    """A value as it stands in an address."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)
