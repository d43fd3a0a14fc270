"""Where WordPress's own screens show what a step is about, so that a person can look there or do it by hand. Pure.

A thing that is still to be made, and a kind without a screen, have no address. An installation whose dashboard lies
in another folder than its front page is not told apart from others.
"""

from __future__ import annotations

from urllib.parse import quote

from .answers import NEW
from .nouns import OF_TYPE

_POST = "post.php?post={id}&action=edit"
# Kinds that a person tells by number.
_NUMBERED = {
    "page": _POST,
    "post": _POST,
    "media": _POST,
    "term": "term.php?tag_ID={id}",
    "comment": "comment.php?action=editcomment&c={id}",
    "user": "user-edit.php?user_id={id}",
    "menu": "nav-menus.php?action=edit&menu={id}",
    "navigation": "site-editor.php?postType=wp_navigation&postId={id}&canvas=edit",
}
# Kinds whose id is a name.
_NAMED = {
    "template": "site-editor.php?postType=wp_template&postId={id}&canvas=edit",
    "template_part": "site-editor.php?postType=wp_template_part&postId={id}&canvas=edit",
    "menu_location": "nav-menus.php?action=locations",
    "plugin": "plugins.php",
}
_SETTINGS = {
    "default_category": "options-writing.php",
    "default_post_format": "options-writing.php",
    "use_smilies": "options-writing.php",
    "posts_per_page": "options-reading.php",
    "show_on_front": "options-reading.php",
    "page_on_front": "options-reading.php",
    "page_for_posts": "options-reading.php",
    "default_ping_status": "options-discussion.php",
    "default_comment_status": "options-discussion.php",
    "site_logo": "site-editor.php",
}


def address_of(site_url: str, kind: str, target_id: str) -> str | None:
    """Return the address of the screen on which WordPress itself changes a target; None where there is none.

    Args:
        site_url: of the site's front page.
        kind, target_id: as targets name them.
    """
    screen = _screen(kind, target_id)
    return None if screen is None else f"{site_url.rstrip('/')}/wp-admin/{screen}"


def _screen(kind: str, target_id: str) -> str | None:
    if not target_id or target_id.startswith(NEW):
        return None
    if kind == "option":
        return _SETTINGS.get(target_id, "options-general.php")
    if kind in _NAMED:
        return _NAMED[kind].format(id=quote(target_id, safe=""))
    pattern = _POST if kind.startswith(OF_TYPE) else _NUMBERED.get(kind)
    return pattern.format(id=target_id) if pattern is not None and target_id.isdecimal() else None
