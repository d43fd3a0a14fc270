"""What these tests do again and again: writes of each kind, an owner's settings, a look at what was sent."""

from __future__ import annotations

from typing import Any

from tests.installed import PREFIX, Installed
from tests.promises.doors import Agent, Answer
from webapp.data import Site
from webapp.sample_site import SampleSite

ABOUT = ("update_page", {"id": 42, "title": "Our story"})
MENU = ("create_menu_item", {"menu_id": 3, "title": "Shop", "url": "https://shop.example/"})
TEAM = ("delete_page", {"id": 311})
TAGLINE = ("update_option", {"option": "description", "value": "Wood, slowly"})
TITLE = ("update_option", {"option": "title", "value": "Grain"})
PER_PAGE = ("update_option", {"option": "posts_per_page", "value": "7"})


def plan(agent: Agent, *writes: tuple[str, dict[str, Any]]) -> list[Answer]:
    """Turn plan mode on, send writes, and return what each was answered."""
    agent.call("begin_session", mode="plan")
    return [agent.call(tool, **arguments) for tool, arguments in writes]


def ids(steps: list[Answer]) -> list[str]:
    return [step["step_id"] for step in steps]


def waiting(agent: Agent) -> list[str]:
    """The ids of the steps that the plan lists."""
    return ids(agent.call("get_plan")["steps"])


def statuses(agent: Agent) -> list[str]:
    return [step["status"] for step in agent.call("get_plan")["steps"]]


def timeless(plan: Answer) -> Answer:
    """A plan without its seconds, to compare two looks at it."""
    return {**plan, "expires_in": None}


def sent(site: SampleSite) -> list[str]:
    """Every write that reached the site, such as `POST /wp/v2/pages`."""
    return [f"{entry.method} {entry.route}" for entry in site.requests.writes()]


def owner_sets(sayso: Installed, **settings: Any) -> None:
    """The owner changes what the site allows: `direct_editing`, `tools_off`."""
    with sayso.desk.writing() as session:
        site = session.get_one(Site, sayso.site.id)
        for name, value in settings.items():
            setattr(site, name, value)


def spelled(value: Any, prefix: str) -> Any:
    """An expected answer, with the names of tools as a door spells them."""
    if isinstance(value, dict):
        return {name: spelled(inner, prefix) for name, inner in value.items()}
    if isinstance(value, list):
        return [spelled(inner, prefix) for inner in value]
    return value.replace(PREFIX, prefix) if isinstance(value, str) else value
