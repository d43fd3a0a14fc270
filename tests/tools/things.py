"""Things on the sample site that tests change: each function makes one, or gets it ready, and returns its id."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from webapp.sample_site import SampleSite

TEXT = "<!-- wp:paragraph -->\n<p>Open on Sundays.</p>\n<!-- /wp:paragraph -->"
LINK = '<!-- wp:navigation-link {"label":"Home","url":"/"} /-->'


def made(kind: str, **fields: Any) -> Callable[[SampleSite], Any]:
    return lambda site: site.add(kind, **fields)["id"]


def there(number: Any) -> Callable[[SampleSite], Any]:
    return lambda site: number


def navigation(site: SampleSite) -> int:
    site.wp.locations = {}
    return int(site.add("navigation", title="Main", content=LINK, status="publish")["id"])


def template(site: SampleSite) -> str:
    site.wp.locations = {}
    return "harbour-blocks//page"


def own_template(site: SampleSite) -> str:
    template(site)
    site.change("templates", "harbour-blocks//page", content=TEXT)
    return "harbour-blocks//page"


def item(site: SampleSite) -> int:
    return int(site.add("menu-items", title="Shop", url="/shop/", menus=3, status="publish", menu_order=9)["id"])


def comment(site: SampleSite) -> int:
    post = site.add("posts", title="Bread", status="publish")["id"]
    words = {"content": "Nice", "author_name": "Otto", "author_email": "o@readers.example"}
    return int(site.add("comments", post=post, **words)["id"])


def labelled(site: SampleSite) -> int:
    labels = [site.add("tags", name=name)["id"] for name in ("Old", "New", "Theirs")]
    return int(site.add("posts", title="Bread", status="publish", tags=labels[:1])["id"])
