"""The JSON of pages and posts, in the view and edit shapes, with their links."""

from __future__ import annotations

from typing import Any
from urllib.parse import unquote

from . import slugs, text
from .asked import Asked
from .installation import Installation
from .kinds import KINDS, TAXONOMIES
from .routes import links
from .store import Item


def shape(asked: Asked, kind: str, item: Item, context: str | None = None) -> dict[str, Any]:
    """Return an item as REST shows it, in the asked context unless another is given."""
    wp, edit = asked.wp, (context or asked.context) == "edit"
    hidden = bool(item["password"]) and not edit and asked.params.get("password") != item["password"]
    data = _identity(wp, kind, item, edit)
    data["title"] = _words(item["title"], text.curly(item["title"]), edit)
    content = "" if hidden else text.rendered(item["content"])
    data["content"] = _words(item["content"], content, edit) | {"protected": bool(item["password"])}
    if edit:
        data["content"]["block_version"] = int(text.has_blocks(item["content"]))
    excerpt = "" if hidden else text.excerpt(item["content"], item["excerpt"])
    data["excerpt"] = _words(item["excerpt"], excerpt, edit) | {"protected": bool(item["password"])}
    data |= {name: item[name] for name in ("author", "featured_media")}
    if kind == "pages":
        data |= {name: item[name] for name in ("parent", "menu_order")}
    data |= {name: item[name] for name in ("comment_status", "ping_status")}
    if kind == "posts":
        data["sticky"] = item["id"] in wp.store.option("sticky_posts", [])
    data["template"] = item["template"]
    if kind == "posts":
        data["format"] = item["format"]
    data["meta"] = meta_of(wp, item)
    data |= {name: item[name] for name in KINDS[kind].terms}
    if wp.languages:
        data["lang"] = wp.language_of(item)
    if edit:
        data |= _permalink_parts(wp, kind, item)
    data["class_list"] = _classes(wp, kind, item)
    data["_links"] = _links(asked, kind, item, edit)
    return data


def meta_of(wp: Installation, item: Item) -> dict[str, Any]:
    """Return the registered meta, each key with its default when it has no row."""
    return {key: item["meta"].get(key, registered.default) for key, registered in wp.meta_keys.items()}


def _identity(wp: Installation, kind: str, item: Item, edit: bool) -> dict[str, Any]:
    guid = {"rendered": item["guid"].replace("{url}", wp.url)}
    data: dict[str, Any] = {
        "id": item["id"],
        "date": item["date"],
        "date_gmt": item["date_gmt"],
        "guid": guid | ({"raw": guid["rendered"]} if edit else {}),
        "modified": item["modified"],
        "modified_gmt": item["modified_gmt"],
    }
    if edit:
        data["password"] = item["password"]
    return data | {
        "slug": item["slug"],
        "status": item["status"],
        "type": kind.removesuffix("s"),
        "link": wp.permalink(kind, item),
    }


def _words(raw: str, rendered: str, edit: bool) -> dict[str, Any]:
    return {"raw": raw, "rendered": rendered} if edit else {"rendered": rendered}


def _permalink_parts(wp: Installation, kind: str, item: Item) -> dict[str, str]:
    placeholder = "%pagename%" if kind == "pages" else "%postname%"
    made = text.slug_of(item["title"]) or str(item["id"])
    template = f"{wp.url}{wp.folder(kind, item)}{placeholder}/"
    if wp.plain_permalinks:
        template = wp.permalink(kind, item)
    return {"permalink_template": template, "generated_slug": unquote(slugs.unique(wp, kind, item, made))}


def _classes(wp: Installation, kind: str, item: Item) -> list[str]:
    name = kind.removesuffix("s")
    classes = [f"post-{item['id']}", name, f"type-{name}", f"status-{item['status']}"]
    if kind == "posts":
        classes.append(f"format-{item['format']}")
    classes += ["post-password-required"] * bool(item["password"]) + ["hentry"]
    for taxonomy in KINDS[kind].terms:
        found = [wp.store.find(taxonomy, id) for id in item[taxonomy]]
        ending = TAXONOMIES[taxonomy][0].removeprefix("post_")
        classes += [f"{ending}-{term['slug']}" for term in found if term]
    return classes


def _links(asked: Asked, kind: str, item: Item, edit: bool) -> dict[str, Any]:
    href, path = asked.wp.rest, f"wp/v2/{kind}/{item['id']}"
    revisions = [one for one in asked.store.list("revisions") if one["parent"] == item["id"]]
    last = [{"id": revisions[-1]["id"], "href": href(f"{path}/revisions/{revisions[-1]['id']}")}] if revisions else []
    parent, image = item["parent"], item["featured_media"]
    return links(
        asked,
        path,
        {
            "author": [{"embeddable": True, "href": href(f"wp/v2/users/{item['author']}")}],
            "replies": [{"embeddable": True, "href": href(f"wp/v2/comments?post={item['id']}")}],
            "version-history": [{"count": len(revisions), "href": href(f"{path}/revisions")}],
            "predecessor-version": last,
            "up": [{"embeddable": True, "href": href(f"wp/v2/pages/{parent}")}] if parent else [],
            "wp:featuredmedia": [{"embeddable": True, "href": href(f"wp/v2/media/{image}")}] if image else [],
            "wp:attachment": [{"href": href(f"wp/v2/media?parent={item['id']}")}],
            "wp:term": _term_links(asked, kind, item),
            **(_action_links(asked, kind, path) if edit else {}),
        },
        about=f"wp/v2/types/{kind.removesuffix('s')}",
    )


def _term_links(asked: Asked, kind: str, item: Item) -> list[dict[str, Any]]:
    return [
        {
            "taxonomy": TAXONOMIES[base][0],
            "embeddable": True,
            "href": asked.wp.rest(f"wp/v2/{base}?post={item['id']}"),
        }
        for base in KINDS[kind].terms
    ]


def _action_links(asked: Asked, kind: str, path: str) -> dict[str, list[dict[str, str]]]:
    called = KINDS[kind].rights
    rights = {
        "publish": f"publish_{called}",
        "unfiltered-html": "unfiltered_html",
        "assign-author": f"edit_others_{called}",
    }
    if kind == "posts":
        rights["sticky"] = "edit_others_posts"
    for base in KINDS[kind].terms:
        rights |= {f"create-{base}": "manage_categories", f"assign-{base}": "edit_posts"}
    allowed = [action for action, capability in rights.items() if asked.may(capability)]
    return {f"wp:action-{action}": [{"href": asked.wp.rest(path)}] for action in allowed}
