"""The pages of the site, as a visitor's browser gets them. Nothing is changed here; look.py has the look."""

from __future__ import annotations

import html
import re

from werkzeug.wrappers import Request, Response

from . import authorize, look, text
from .installation import Installation
from .store import Item


def response(request: Request, wp: Installation) -> Response:
    """Answer a request for anything that is not REST."""
    path = request.path
    with wp.store.lock:
        if path.startswith("/wp-content/uploads/"):
            return _upload(wp, path.removeprefix("/wp-content/uploads/"))
        if path == "/wp-admin/authorize-application.php":
            return authorize.response(request, wp)
        if wp.plain_permalinks and re.fullmatch(r"/wp-json(/.*)?", path):
            return _plain_wp_json(request, wp)
        return _page_for(request, wp)


def _upload(wp: Installation, path: str) -> Response:
    kept = wp.store.file(path)
    if kept is None:
        return Response("Not found", 404, content_type="text/plain")
    return Response(kept[1], content_type=kept[0])


def _plain_wp_json(request: Request, wp: Installation) -> Response:
    """Answer as a web server does that knows no `/wp-json/`: with the home page, whatever was asked."""
    if request.method in ("GET", "HEAD") and not request.path.endswith("/"):
        return Response("", 301, {"Location": f"{wp.url}{request.path}/"}, content_type="text/html; charset=UTF-8")
    return _home(wp)


def _page_for(request: Request, wp: Installation) -> Response:
    for name, kind in (("page_id", "pages"), ("p", "recipes" if "post_type" in request.args else "posts")):
        if request.args.get(name, "").isdigit():
            return _item(wp, kind, wp.store.find(kind, int(request.args[name])))
    path = request.path.strip("/")
    if path in ("", "index.php"):
        return _home(wp)
    if path == "journal":
        return _journal(wp)
    for kind in ("pages", "posts", "recipes"):
        for item in wp.store.list(kind):
            if wp.permalink(kind, item) == f"{wp.url}/{path}/":
                return _item(wp, kind, item)
    archive = re.fullmatch(r"(category|tag)/([\w%-]+)", path)
    return _term(wp, archive.group(1), archive.group(2)) if archive else _not_found(wp)


def _home(wp: Installation) -> Response:
    front = wp.store.find("pages", wp.store.option("page_on_front") or 0)
    if wp.store.option("show_on_front") == "page" and front is not None and front["status"] == "publish":
        return _item(wp, "pages", front)
    return _journal(wp)


def _journal(wp: Installation) -> Response:
    return _shown(wp, "Journal", look.listing(wp, "Journal", _published(wp)))


def _published(wp: Installation) -> list[Item]:
    posts = [post for post in wp.store.list("posts") if post["status"] == "publish"]
    sticky = wp.store.option("sticky_posts", [])
    return sorted(posts, key=lambda post: (post["id"] in sticky, post["date"]), reverse=True)


def _term(wp: Installation, folder: str, slug: str) -> Response:
    kind = "categories" if folder == "category" else "tags"
    for term in wp.store.list(kind):
        if term["slug"] == slug:
            posts = [post for post in _published(wp) if term["id"] in post[kind]]
            return _shown(wp, html.unescape(term["name"]), look.listing(wp, term["name"], posts))
    return _not_found(wp)


def _item(wp: Installation, kind: str, item: Item | None) -> Response:
    if item is None or item["status"] != "publish":
        return _not_found(wp)
    comments = []
    if kind == "posts":
        on_it = [one for one in wp.store.list("comments") if one["post"] == item["id"]]
        comments = [one for one in on_it if one["status"] == "approved"]
    body = look.article(wp, kind, item, comments)
    is_front = wp.is_front_page(item)
    return _shown(wp, "" if is_front else html.unescape(text.curly(item["title"])), body)


def _not_found(wp: Installation) -> Response:
    body = "<article><h1>Nothing here</h1><p>This page does not exist, or not for visitors.</p></article>"
    return _shown(wp, "Page not found", body, status=404)


def _shown(wp: Installation, title: str, body: str, *, status: int = 200) -> Response:
    shown = Response(look.page(wp, title, body), status, content_type="text/html; charset=UTF-8")
    shown.headers["Link"] = f'<{wp.rest_root}>; rel="https://api.w.org/"'
    return shown
