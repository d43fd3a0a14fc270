"""Promises of the list of copies: what waits first, what was decided on its shelf, and all of it in the address."""

from __future__ import annotations

import re

import pytest
from sqlalchemy import select

from tests.installed import Installed
from tests.web.conftest import Browser
from webapp.data import Copy, Mode


@pytest.fixture
def two_keys(place: Installed) -> None:
    """Copies that two keys made: of About by Anna, of Services and a new page by Bert."""
    anna, bert = place.agent(Mode.ASK, "Anna"), place.agent(Mode.ASK, "Bert")
    anna.call("update_page", id=42, title="Our story")
    bert.call("update_page", id=44, title="What we do")
    bert.call("create_page", title="Harbour 100%")


def titles(window: Browser, address: str) -> list[str]:
    page = window.get(address).get_data(as_text=True)
    return re.findall(r'<a href="/copies/copy_[^"]+"><bdi>([^<]+)</bdi>', page)


def options(window: Browser, name: str) -> dict[str, str]:
    page = window.get("/copies").get_data(as_text=True)
    chosen = page.partition(f'name="{name}"')[2].partition("</select>")[0]
    return {words: value for value, words in re.findall(r'<option value="([^"]*)" ?>([^<]+)<', chosen)}


@pytest.mark.usefixtures("two_keys")
def test_the_list_is_kept_to_a_key_and_to_words_by_its_address(window: Browser) -> None:
    assert titles(window, "/copies") == ["Harbour 100%", "Services", "About"]
    anna = options(window, "key")["Anna"]
    assert titles(window, f"/copies?key={anna}") == ["About"]
    assert titles(window, "/copies?words=serv") == ["Services"]
    assert titles(window, "/copies?words=100%25") == ["Harbour 100%"]
    page = window.get(f"/copies?key={anna}&words=harbour").get_data(as_text=True)
    assert "No copy is like that" in page
    assert 'value="harbour"' in page
    assert '<a href="/copies">Show everything</a>' in page


@pytest.mark.usefixtures("two_keys")
def test_what_was_decided_stands_on_its_shelf(window: Browser) -> None:
    page = window.get("/copies").get_data(as_text=True)
    addresses = re.findall(r'<a href="(/copies/copy_[^"]+)"', page)
    assert len(addresses) == 3
    for address, verdict in zip(addresses, ("keep", "reject"), strict=False):
        window.get(address)
        window.post(f"{address}/decision", {"verdict": verdict})
    assert titles(window, "/copies") == ["About"]
    assert titles(window, "/copies?show=kept") == ["Harbour 100%"]
    assert titles(window, "/copies?show=rejected") == ["Services"]
    assert titles(window, "/copies?show=all") == ["Harbour 100%", "Services", "About"]
    assert titles(window, "/copies?show=approved") == []
    assert "Nothing was approved yet" in window.get("/copies?show=approved").get_data(as_text=True)


def test_an_empty_list_says_what_will_come_there(window: Browser) -> None:
    page = window.get("/copies").get_data(as_text=True)
    assert "No copy is waiting" in page
    assert 'role="search"' not in page
    for show, words in [("kept", "Nothing is kept as a draft"), ("rejected", "Nothing was rejected")]:
        assert words in window.get(f"/copies?show={show}").get_data(as_text=True)


@pytest.mark.parametrize("query", ["show=nothing", "page=0", "page=x", "site=site_x' OR 1=1", "words=%00"])
def test_an_address_with_anything_in_it_is_a_list(window: Browser, query: str) -> None:
    assert window.get(f"/copies?{query}").status_code == 200


def test_more_than_a_page_of_copies_goes_on_on_another_page(window: Browser, place: Installed) -> None:
    place.agent(Mode.ASK).call("create_page", title="Page 0")
    with place.desk.writing() as session:
        made = session.scalars(select(Copy)).one()
        told = {column.key: getattr(made, column.key) for column in Copy.__table__.columns}
        for number in range(1, 31):
            own = {"id": None, "public_id": f"copy_{number}", "preview_hash": f"{number}", "name": f"Page {number}"}
            session.add(Copy(**told | own | {"copy_id": 9000 + number, "original_id": 9000 + number}))
    assert len(titles(window, "/copies")) == 30
    assert 'href="/copies?page=2" rel="next"' in window.get("/copies").get_data(as_text=True)
    assert titles(window, "/copies?page=2") == ["Page 0"]
