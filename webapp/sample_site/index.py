"""The index of the REST interface: what the site is called, where it is, how one logs in."""

from __future__ import annotations

from typing import Any

from webapp import clock

from . import times
from .asked import Asked
from .routes import CURIES, Answer, get
from .types import theme_of

NAMESPACES = ["oembed/1.0", "wp/v2", "wp-site-health/v1", "wp-block-editor/v1"]


def read(asked: Asked) -> Answer:
    """Show the index, to anybody."""
    wp, option = asked.wp, asked.store.option
    login = {"endpoints": {"authorization": f"{wp.url}/wp-admin/authorize-application.php"}}
    shown: dict[str, Any] = {
        "name": option("title") or "",
        "description": option("description") or "",
        "url": wp.url,
        "home": wp.url,
        "gmt_offset": _hours_from_utc(asked),
        "timezone_string": option("timezone") or "",
        "page_for_posts": option("page_for_posts") or 0,
        "page_on_front": option("page_on_front") or 0,
        "show_on_front": option("show_on_front"),
        "namespaces": NAMESPACES,
        "authentication": {"application-passwords": login},
        "routes": _routes(asked),
        "site_logo": option("site_logo") or 0,
        "site_icon": option("site_icon") or 0,
        "site_icon_url": "",
        "_links": {
            "help": [{"href": "https://developer.wordpress.org/rest-api/"}],
            "wp:active-theme": [{"href": wp.rest(f"wp/v2/themes/{theme_of(wp)}")}],
            "curies": CURIES,
        },
    }
    return Answer(shown)


def _hours_from_utc(asked: Asked) -> str:
    away = clock.now().astimezone(times.zone(asked.store.option("timezone") or "")).utcoffset()
    return f"{away.total_seconds() / 3600:g}" if away else "0"


def _routes(asked: Asked) -> dict[str, Any]:
    from .rest import ROUTES  # the list of routes names this module too

    shown: dict[str, Any] = {}
    for route in ROUTES:
        methods = shown.setdefault(route.pattern, {"namespace": "wp/v2", "methods": []})["methods"]
        methods += [method for method in route.methods if method not in methods]
    return shown


ROUTES = [get("/", read)]
