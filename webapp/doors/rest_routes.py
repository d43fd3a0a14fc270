"""The routes of the REST door: which tool a method and a path mean. Pure data, and finding a route in it.

The tool is never taken from a header: a widely used client sends the name of another call when several are on their
way. Whether a tool reads or writes is the tool's to say, not the method's: some reads are POSTs. A route whose tool
this installation does not have is answered with that. How arguments are made of a request is told in `stored`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

V1, V2, BOTH = ("v1",), ("v2",), ("v1", "v2")
INVOKE = "invoke_ability"
# What comes along with a delete for the sake of sites where only duplicates may be deleted. Here every delete of a
# page or post goes to the trash, and a person approves each one, so it says nothing more.
_CONSENT = ("force", "confirm_live_edit")
# Which parts of an item the answer is to hold: here it holds all that a write can change.
_PARTS = ("include",)
# How much the answer is to hold, and a consent to what only the site's owner allows here.
_ASIDE = ("include", "confirm_live_edit")


@dataclass(frozen=True)
class Route:
    """One method and path, in one or both versions.

    Attributes:
        path: such as `pages/{id}`; a name in braces is the argument that stands in its place.
        tool: the tool's short name.
        ignored: arguments that mean nothing here.
        renamed: other names of arguments; what is told under one of them counts before the path.
        meant: arguments that are meant where nothing is told.
    """

    method: str
    path: str
    tool: str
    versions: tuple[str, ...] = V1
    ignored: tuple[str, ...] = ()
    renamed: Mapping[str, str] = field(default_factory=dict)
    meant: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """What the path must look like, with its version."""
        parts = re.sub(r"\\\{(\w+)\\\}", r"(?P<\1>[^/]+)", re.escape(self.path))
        return re.compile(f"({'|'.join(self.versions)})/{parts}")

    @property
    def arguments(self) -> list[str]:
        """The names of the arguments that stand in the path."""
        return re.findall(r"\{(\w+)\}", self.path)

    def takes(self, method: str) -> bool:
        """Tell whether a request's method is this route's; HEAD is GET, and where PUT is, POST and PATCH are."""
        return method in {"GET": ("GET", "HEAD"), "PUT": ("PUT", "POST", "PATCH")}.get(self.method, (self.method,))


class Found(NamedTuple):
    """A route, and the arguments that stood in the path, as text."""

    route: Route
    ids: dict[str, str]


_FILE = {"plugin_file": "slug"}
# A value keeps the type that its setting has, whatever is asked.
_SHAPE = ("allow_type_change", "allow_object_overwrite")

# The specific before the general.
ROUTES: tuple[Route, ...] = (
    # The plan and the session
    Route("POST", "snapshots/session/begin", "begin_session", V2),
    Route("POST", "snapshots/session/end", "end_session", V2),
    Route("GET", "plan", "get_plan", V2),
    Route("POST", "plan/apply", "apply_plan", V2),
    Route("POST", "plan/discard", "discard_plan", V2),
    Route("GET", "jobs/{job_id}", "get_job_status", V2),
    Route("POST", "reports", "report_issue", V2),
    # A tool by its name, as an "ability"
    Route("POST", "abilities/invoke", INVOKE),
    # The site
    # A client never asks for the full answer here, and makes the short one of it by itself.
    Route("GET", "context/site-info", "get_site_context", meant={"detail": "full"}),
    Route("GET", "diagnostic/report", "diagnose_connection"),
    # Pages, posts and other types
    Route("GET", "pages", "list_pages", BOTH, _PARTS),
    Route("POST", "pages", "create_page", V2),
    Route("POST", "pages/{original_id}/duplicate", "create_page_duplicate", BOTH, ("include",)),
    Route("GET", "pages/{id}", "read_page", BOTH, _PARTS),
    Route("PUT", "pages/{id}", "update_page", BOTH),
    Route("DELETE", "pages/{id}", "delete_page", V1, _CONSENT),
    Route("GET", "posts", "list_posts", BOTH, _PARTS),
    Route("POST", "posts", "create_post", V2),
    Route("POST", "posts/{original_id}/duplicate", "create_post_duplicate", BOTH, ("include",)),
    Route("GET", "posts/{id}", "read_post", BOTH, _PARTS),
    Route("PUT", "posts/{id}", "update_post", BOTH),
    Route("DELETE", "posts/{id}", "delete_post", V1, _CONSENT),
    Route("GET", "post-types", "list_post_types"),
    Route("GET", "post-types/{type}", "get_post_type"),
    Route("GET", "post-types/{type}/posts", "list_custom_posts", BOTH, _PARTS),
    Route("POST", "post-types/{type}/posts", "create_custom_post"),
    Route("POST", "post-types/{type}/posts/{original_id}/duplicate", "duplicate_custom_post", V2),
    Route("GET", "post-types/{type}/posts/{id}", "get_custom_post", BOTH, _PARTS),
    Route("PUT", "post-types/{type}/posts/{id}", "update_custom_post", BOTH),
    Route("DELETE", "post-types/{type}/posts/{id}", "delete_custom_post", V1, _CONSENT),
    # Menus
    Route("GET", "menus", "list_menus"),
    Route("POST", "menus", "create_menu"),
    Route("GET", "menus/locations", "list_menu_locations"),
    Route("PUT", "menus/locations/{location}", "assign_menu_location"),
    Route("GET", "menus/items/{item_id}", "get_menu_item"),
    Route("PUT", "menus/items/{item_id}", "update_menu_item"),
    Route("DELETE", "menus/items/{item_id}", "delete_menu_item"),
    Route("GET", "menus/{menu_id}/items", "list_menu_items"),
    Route("POST", "menus/{menu_id}/items", "create_menu_item"),
    Route("GET", "menus/{id}", "get_menu"),
    Route("PUT", "menus/{id}", "update_menu"),
    Route("DELETE", "menus/{id}", "delete_menu"),
    Route("GET", "navigation", "list_navigation", V2),
    Route("GET", "navigation/{id}", "read_navigation", V2),
    Route("PUT", "navigation/{id}", "update_navigation", V2),
    # Templates; an id has slashes of its own, so it stands in the query or the body
    Route("GET", "templates", "list_templates", V2),
    Route("GET", "template", "read_template", V2),
    Route("PUT", "template", "update_template", V2),
    Route("GET", "template-parts", "list_template_parts", V2),
    Route("GET", "template-part", "read_template_part", V2),
    Route("PUT", "template-part", "update_template_part", V2),
    # Settings and plugins
    Route("GET", "options", "list_options"),
    Route("GET", "options/{option}", "get_option"),
    Route("POST", "options/{option}", "update_option", ignored=_SHAPE),
    Route("GET", "plugins", "list_plugins"),
    Route("POST", "plugins/install", "install_plugin"),
    Route("POST", "plugins/{slug}/activate", "activate_plugin", renamed=_FILE),
    Route("POST", "plugins/{slug}/deactivate", "deactivate_plugin", renamed=_FILE),
    Route("POST", "plugins/{slug}/update", "update_plugin", renamed=_FILE),
    Route("DELETE", "plugins/{slug}", "delete_plugin", renamed=_FILE),
    # Media
    Route("GET", "media", "list_media"),
    Route("POST", "media/upload", "upload_media"),
    Route("PUT", "media/batch", "update_media_batch"),
    Route("GET", "media/{id}", "get_media"),
    Route("PUT", "media/{id}", "update_media"),
    Route("DELETE", "media/{id}", "delete_media"),
    # Terms, comments, users
    Route("GET", "taxonomies", "list_taxonomies"),
    Route("GET", "taxonomies/{taxonomy}", "get_taxonomy"),
    Route("GET", "taxonomies/{taxonomy}/terms", "list_terms"),
    Route("POST", "taxonomies/{taxonomy}/terms", "create_term"),
    Route("GET", "taxonomies/{taxonomy}/terms/{id}", "get_term"),
    Route("PUT", "taxonomies/{taxonomy}/terms/{id}", "update_term"),
    Route("DELETE", "taxonomies/{taxonomy}/terms/{id}", "delete_term"),
    Route("GET", "comments", "list_comments"),
    Route("POST", "comments", "create_comment"),
    Route("GET", "comments/{id}", "get_comment"),
    Route("PUT", "comments/{id}", "update_comment"),
    Route("DELETE", "comments/{id}", "delete_comment"),
    Route("GET", "users", "list_users"),
    Route("POST", "users", "create_user"),
    Route("GET", "users/{id}", "get_user"),
    Route("PUT", "users/{id}", "update_user"),
    Route("DELETE", "users/{id}", "delete_user"),
    # Copies, snapshots and links
    Route("GET", "copies", "list_copies", V2),
    Route("GET", "copies/{copy_id}", "compare_copy", V2),
    Route("GET", "snapshots", "list_snapshots", BOTH, renamed={"per_page": "limit"}),
    Route("POST", "snapshots/diff", "diff_snapshots", V2),
    Route("POST", "snapshots/restore", "restore_snapshot", V2),
    Route("POST", "snapshots/restore-session", "restore_session", V2),
    Route("GET", "snapshots/{snapshot_uuid}", "get_snapshot", BOTH),
    Route("POST", "preview/share-link", "create_share_link", V2),
    Route("GET", "review/links", "list_review_links", V2),
    # A link never opens a whole site, whoever would allow that.
    Route("POST", "review/links", "create_review_link", V2, ("allow_site_scope",)),
    Route("DELETE", "review/links/{session_id}", "revoke_review_link", V2),
    # Blocks
    Route("POST", "builder/elements/find/{post_id}", "find_element", V2, _ASIDE),
    Route("POST", "builder/elements/update/{post_id}", "update_element", V2, _ASIDE),
    Route("POST", "builder/elements/insert/{post_id}", "insert_element", V2, _ASIDE),
    Route("POST", "builder/elements/batch/{post_id}", "batch_update", V2),
    Route("POST", "builder/elements/move/{post_id}", "move_element", V2, _ASIDE),
    Route("POST", "builder/elements/duplicate/{post_id}", "duplicate_element", V2, _ASIDE),
    Route("POST", "builder/elements/remove/{post_id}", "remove_element", V2, _ASIDE),
    Route("POST", "builder/build", "build_page", V2),
    Route("GET", "builder/{builder}/outline/{page_id}", "get_page_outline"),
)


def find(method: str, path: str) -> Found | None:
    """Find the route of a request.

    Args:
        method: the method, after any override.
        path: from the version on, such as `v2/pages/42`.
    """
    for route in ROUTES:
        match = route.pattern.fullmatch(path) if route.takes(method) else None
        if match is not None:
            return Found(route, match.groupdict())
    return None


def methods_of(path: str) -> Iterator[str]:
    """Give the methods that a path has a route for."""
    for method in ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"):
        if find(method, path) is not None:
            yield method
