"""Marta, who works on the sample site with a login of her own, past Sayso."""

from __future__ import annotations

from typing import Any

import httpx

from webapp.sample_site import SampleSite

NAME = "Marta Pires"


def edit(site: SampleSite, path: str, **fields: Any) -> None:
    """Let Marta change something, such as `pages/42`."""
    _ask(site, "POST", path, fields)


def publish(site: SampleSite, name: str) -> int:
    """Let Marta publish a page, and return its id."""
    return int(
        _ask(site, "POST", "pages", {"title": name, "content": "<p>Open on weekdays.</p>", "status": "publish"})
    )


def bin_it(site: SampleSite, path: str) -> None:
    """Let Marta move something to the trash."""
    _ask(site, "DELETE", path, {})


def _ask(site: SampleSite, method: str, path: str, fields: dict[str, Any]) -> Any:
    login = ("marta", site.app_password_of("marta"))
    answer = httpx.request(
        method, f"{site.url}/wp-json/wp/v2/{path}", auth=login, json=fields, timeout=30, trust_env=False
    )
    answer.raise_for_status()
    site.requests.clear()
    return answer.json()["id"]
