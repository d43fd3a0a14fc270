"""A day's plan on a real WordPress is taken back whole, but for what somebody edited since; then that is taken back.

Every item of the whole site is compared field by field, by another client.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.core.acts import accept, on_site, opened
from tests.installed import Agent, Installed, installed
from tests.pictures import in_base64, png
from tests.real.site import Site
from tests.site_state import Reader, State, differences, first_state, reading
from webapp.core import copies, copy_shelves, reviews, undo_views, undos
from webapp.core.undo_views import UndoView
from webapp.data import Mode

EDITED = "Come by on Sundays"


@pytest.fixture
def sayso(tmp_path: Path, wordpress: Site) -> Iterator[Installed]:
    with installed(tmp_path, wordpress.url, wordpress.username, wordpress.app_password) as one:
        yield one


@pytest.fixture
def agent(sayso: Installed) -> Agent:
    return sayso.agent(Mode.BROWSER)


@pytest.fixture
def reader(wordpress: Site) -> Iterator[Reader]:
    with reading(wordpress.rest, wordpress.username, wordpress.app_password) as one:
        yield one


def plan_ten_steps(agent: Agent, before: State) -> None:
    """Plan ten writes over pages, a post, a menu, settings, media and comments: on copies, and live."""
    posts = {post["title"]["raw"]: post["id"] for post in before["posts"].values()}
    menu = before["menu-locations"]["primary"]["menu"]
    comment = next(one["id"] for one in before["comments"].values() if one["status"] == "hold")
    agent.call("begin_session", mode="plan", title="Ten things for spring")
    calls = [
        ("update_page", {"id": 42, "title": "Our story", "edit_target": "duplicate"}),
        ("update_page", {"id": 42, "excerpt": "How it began", "edit_target": "duplicate"}),
        ("update_page", {"id": 10, "title": "Welcome in", "edit_target": "live"}),
        ("update_page", {"id": 10, "excerpt": "Bread since 1987", "menu_order": 4, "edit_target": "live"}),
        ("update_post", {"id": posts["Rye is back"], "categories": ["News", "Recipes"], "edit_target": "duplicate"}),
        ("create_menu_item", {"menu_id": menu, "title": "Order", "url": "https://order.example/", "position": 1}),
        ("update_option", {"option": "description", "value": "Bread & cakes"}),
        ("upload_media", {"file": in_base64(png()), "filename": "rye.png", "alt": "A loaf", "title": "Rye"}),
        ("update_comment", {"id": comment, "status": "approved"}),
        ("delete_post", {"id": posts["An idea for spring"]}),
    ]
    answers = [agent.call(tool, **arguments) for tool, arguments in calls]
    assert [answer["code"] for answer in answers] == ["respira_plan_step"] * 10


def apply_all(sayso: Installed, agent: Agent) -> str:
    """Let the owner say yes to every step, and approve every copy; return the run."""
    seen = accept(sayso, agent)
    run = reviews.apply(sayso.desk, sayso.owner, opened(sayso, agent).row.public_id, seen)
    sayso.workers.finish()
    receipt = agent.call("get_plan")["last_receipt"]
    assert (receipt["applied"], receipt["failed"], receipt["not_run"]) == (10, 0, 0), receipt
    with sayso.desk.reading() as session:
        waiting = copy_shelves.listed(session, sayso.owner.id, copy_shelves.Wanted())
    for one in waiting:
        seen = copies.digest_of(copies.compare(sayso.desk, one.copy, one.site))
        copies.approve(sayso.desk, sayso.owner, one.copy, one.site, seen)
    return run


def edit_as_somebody_else(wordpress: Site) -> None:
    """Let the editor give page 10 another title, past Sayso."""
    login = "editor", wordpress.users["editor"].app_password
    httpx.post(
        f"{wordpress.rest}wp/v2/pages/10", auth=login, json={"title": EDITED}, timeout=30, trust_env=False
    ).raise_for_status()


def shown(sayso: Installed, undo: str) -> UndoView:
    """Let the owner look at an undo as their page shows it."""
    undos.look(sayso.desk, sayso.owner, undo)
    return seen(sayso, undo)


def seen(sayso: Installed, undo: str) -> UndoView:
    with sayso.desk.reading() as session:
        return undo_views.of_undo(session, sayso.desk, sayso.owner.id, undo)


def say_yes(sayso: Installed, view: UndoView) -> UndoView:
    """Let the owner say yes to what is ticked by itself, and wait for the end."""
    ticked = [part.row.position for part in view.parts if part.row.chosen]
    undos.start(sayso.desk, sayso.owner, view.row.public_id, view.row.digest, ticked, [])
    sayso.workers.finish()
    return seen(sayso, view.row.public_id)


def outcomes(view: UndoView) -> list[str]:
    return [part.row.outcome or "" for part in view.parts]


def reports(view: UndoView) -> list[str]:
    return [part.report["message"] for part in view.parts]


def fields_that_differ(before: State, after: State, *, left_in_trash: tuple[int, ...] = ()) -> set[str]:
    """Which fields of which items differ, such as `pages 10 title`; of items that are new or gone, only which."""
    found = differences(before, after, left_in_trash=left_in_trash)
    return {line.partition(":")[0] for line in found}


def made_again(former: State, now: State, kind: str) -> None:
    """Tell that one item of a kind is there with a new id, and the same in everything else."""
    (gone,) = former[kind].keys() - now[kind].keys()
    (new,) = now[kind].keys() - former[kind].keys()
    one, other = ({**item, "modified": "", "modified_gmt": ""} for item in (former[kind][gone], now[kind][new]))
    assert json.dumps(other).replace(new, gone) == json.dumps(one)


def test_ten_steps_are_taken_back_but_for_what_somebody_edited_and_then_that_is_taken_back(
    sayso: Installed, agent: Agent, wordpress: Site, reader: Reader
) -> None:
    on_site(sayso, direct_editing=True)
    before = first_state(reader)
    plan_ten_steps(agent, before)
    assert first_state(reader) == before
    run = apply_all(sayso, agent)
    edit_as_somebody_else(wordpress)
    applied = first_state(reader)
    assert applied["pages"]["42"]["title"]["raw"] == "Our story"
    assert applied["settings"]["description"] == "Bread &amp; cakes"

    view = shown(sayso, undos.begin_for_run(sayso.desk, sayso.owner, run))
    edited = [part for part in view.parts if part.edited]
    assert [(list(part.edited), part.by and part.by["who"]) for part in edited] == [(["Title"], "editor")]
    done = say_yes(sayso, view)
    # Two steps landed on one copy, so its approval stands for both.
    assert outcomes(done) == ["exactly"] * 8 + ["left_out"], reports(done)
    back = first_state(reader)
    copies_made = tuple(
        int(name) for kind in ("pages", "posts") for name in applied[kind].keys() - before[kind].keys()
    )
    comment = next(name for name, one in before["comments"].items() if one["status"] == "hold")
    home = next(name for name, one in before["menu-items"].items() if one["object_id"] == 10)
    assert back["pages"]["10"]["title"]["raw"] == EDITED
    assert fields_that_differ(before, back, left_in_trash=copies_made) == {
        "pages 10 title",
        # These two follow the title.
        "pages 10 generated_slug",
        f"menu-items {home} title",
        # WordPress itself writes down who saved a comment that has no address of its author.
        f"comments {comment} author_ip",
        f"comments {comment} author_user_agent",
    }

    redone = say_yes(sayso, shown(sayso, undos.begin_for_undo(sayso.desk, sayso.owner, done.row.public_id)))
    assert outcomes(redone) == ["exactly"] * 8, reports(redone)
    now = first_state(reader)
    for kind in ("menu-items", "media"):
        made_again(applied, now, kind)
    draft = next(name for name, one in before["posts"].items() if one["title"]["raw"] == "An idea for spring")
    differing = {line for line in fields_that_differ(applied, now) if not line.startswith(("menu-items", "media"))}
    # A draft without a date of its own takes that of the day it is moved to the trash.
    assert differing == {f"posts {draft} date", f"posts {draft} date_gmt"}
