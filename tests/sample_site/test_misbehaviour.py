"""The site does as it is told, even when it is told to misbehave, and remembers what it was asked."""

from __future__ import annotations

import re

import pytest

from tests.sample_site.conftest import Caller
from webapp.sample_site import SampleSite, misbehaviour


def title(site: SampleSite, id: int = 42) -> str:
    raw = site.read("pages", id)["title"]["raw"]
    assert isinstance(raw, str)
    return raw


def test_hanging_up_before_saving_saves_nothing(site: SampleSite, owner: Caller) -> None:
    site.misbehave(misbehaviour.DIE_BEFORE_SAVING, method="POST", path="/wp/v2/pages")
    with pytest.raises(ConnectionResetError):
        owner.post("pages/42", title="New")
    assert title(site) == "About"


def test_hanging_up_after_saving_has_saved(site: SampleSite, owner: Caller) -> None:
    site.misbehave(misbehaviour.DIE_AFTER_SAVING, method="POST", path="/wp/v2/pages")
    with pytest.raises(ConnectionResetError):
        owner.post("pages/42", title="New")
    assert title(site) == "New"
    assert site.requests.writes()[-1].status is None


def test_another_answer_can_be_given_with_or_without_saving(site: SampleSite, owner: Caller) -> None:
    site.misbehave(misbehaviour.AnswerInstead(502, "{}", saving=True), method="POST", times=1)
    assert owner.post("pages/42", title="One").status_code == 502
    assert title(site) == "One"
    site.misbehave(misbehaviour.AnswerInstead(503, "{}"), method="POST", times=1)
    assert owner.post("pages/42", title="Two").status_code == 503
    assert title(site) == "One"
    assert owner.post("pages/42", title="Three").status_code == 200


def test_html_redirects_and_429_come_in_place_of_json(site: SampleSite, owner: Caller) -> None:
    site.misbehave(misbehaviour.html(), times=1)
    site.misbehave(misbehaviour.redirect("https://harbour.test/"), times=1, skip=1)
    site.misbehave(misbehaviour.too_many_requests(retry_after=7), times=1, skip=2)
    page, moved, wait, fine = (owner.post("pages/42", title=name) for name in "abcd")
    assert (page.status_code, page.content_type) == (200, "text/html; charset=UTF-8")
    assert (moved.status_code, moved.headers["Location"]) == (301, "https://harbour.test/")
    assert (wait.status_code, wait.headers["Retry-After"]) == (429, "7")
    assert (fine.status_code, title(site)) == (200, "d")


@pytest.mark.parametrize("junk", [misbehaviour.BYTE_ORDER_MARK, misbehaviour.PHP_NOTICE])
def test_junk_may_stand_before_the_json(site: SampleSite, owner: Caller, junk: misbehaviour.JunkBefore) -> None:
    site.misbehave(junk, method="GET")
    body = owner.get("pages/42?_fields=id").get_data(as_text=True)
    assert body == junk.junk + '{"id":42}'


def test_dropped_fields_are_answered_with_200_and_not_kept(site: SampleSite, owner: Caller) -> None:
    site.misbehave(misbehaviour.DropFields(("title",)), method="POST")
    answer = owner.post("pages/42", title="New", excerpt="Kept")
    assert answer.status_code == 200
    assert (title(site), site.read("pages", 42)["excerpt"]["raw"]) == ("About", "Kept")


def test_authorization_can_be_ignored_for_writes_only_or_always(site: SampleSite, owner: Caller) -> None:
    site.misbehave(misbehaviour.IgnoreAuthorization(writes_only=True))
    assert owner.get("users/me").status_code == 200
    assert owner.post("pages/42", title="New").json["code"] == "rest_cannot_edit"
    site.behave()
    site.misbehave(misbehaviour.IgnoreAuthorization())
    assert owner.get("users/me").json["code"] == "rest_not_logged_in"


def test_somebody_else_can_change_an_item_right_before_a_request(site: SampleSite, owner: Caller) -> None:
    meanwhile = misbehaviour.ChangeMeanwhile("pages", 42, {"excerpt": "Theirs"})
    watch = site.misbehave(meanwhile, method="POST", path="/wp/v2/pages/42", times=1)
    assert owner.post("pages/42", title="Mine").json["excerpt"]["raw"] == "Theirs"
    assert watch.happened == 1


def test_a_slow_site_still_does_what_it_was_asked(site: SampleSite, owner: Caller) -> None:
    site.misbehave(misbehaviour.Slow(before=0.01, after=0.01), path="/wp/v2/pages/42")
    assert owner.post("pages/42", title="New").status_code == 200
    assert title(site) == "New"


def test_a_path_matches_whole_names_or_an_expression(site: SampleSite, owner: Caller) -> None:
    site.misbehave(misbehaviour.AnswerInstead(500), path="/wp/v2/pages/4")
    site.misbehave(misbehaviour.AnswerInstead(501), path=re.compile(r"/pages/\d{3}$"))
    assert owner.get("pages/42").status_code == 200
    assert owner.get("pages/311").status_code == 501


def test_a_page_that_shows_certain_words_dies_until_they_are_gone(
    site: SampleSite, owner: Caller, visitor: Caller
) -> None:
    watch = site.misbehave(misbehaviour.BROKEN_GALLERY)
    assert visitor.get("/about/").status_code == 200
    owner.post("pages/42", content="<p>Look: [broken-gallery]</p>")
    dead = visitor.get("/about/")
    assert (dead.status_code, dead.content_type) == (500, "text/html; charset=UTF-8")
    assert "There has been a critical error on this website." in dead.get_data(as_text=True)
    assert (visitor.get("/").status_code, owner.get("pages/42").status_code) == (200, 200)
    assert watch.happened == 1
    owner.post("settings", description="Even in the tagline [broken-gallery]")
    assert visitor.get("/").status_code == 500
    owner.post("settings", description="Fine")
    owner.post("pages/42", content="<p>Nothing to see.</p>")
    assert [visitor.get(path).status_code for path in ("/", "/about/")] == [200, 200]


def test_a_site_can_go_down_after_a_write_that_it_still_answers(
    site: SampleSite, owner: Caller, visitor: Caller
) -> None:
    site.misbehave(misbehaviour.GoDown(), method="POST", path="/wp/v2/settings", times=1)
    assert owner.get("settings").status_code == 200
    assert owner.post("settings", description="The last words").status_code == 200
    for caller, path in ((owner, "settings"), (visitor, "/"), (visitor, "/about/")):
        with pytest.raises(ConnectionResetError):
            caller.get(path)
    site.behave()
    assert owner.get("settings").json["description"] == "The last words"


def test_good_behaviour_returns(site: SampleSite, owner: Caller) -> None:
    site.misbehave(misbehaviour.AnswerInstead(500))
    site.behave()
    assert owner.get("pages/42").status_code == 200


def test_the_log_keeps_what_was_asked(site: SampleSite, owner: Caller, visitor: Caller) -> None:
    visitor.get("/about/")
    visitor.get("pages/42?context=view")
    owner.post("pages/42", title="New")
    owner.call("POST", "/?rest_route=/wp/v2/pages/44&_method=DELETE")
    assert [(one.method, one.route, one.status) for one in site.requests] == [
        ("GET", "", 200),
        ("GET", "/wp/v2/pages/42", 200),
        ("POST", "/wp/v2/pages/42", 200),
        ("DELETE", "/wp/v2/pages/44", 200),
    ]
    read, write = site.requests[1], site.requests.writes()[0]
    assert (read.path, read.query, read.body, read.had_authorization) == (
        "/wp-json/wp/v2/pages/42",
        {"context": "view"},
        None,
        False,
    )
    assert (write.body, write.had_authorization) == ({"title": "New"}, True)
    assert len(site.requests.writes()) == 2
    site.requests.clear()
    assert len(site.requests) == 0


def test_edits_behind_our_back_are_made_like_somebodys_and_not_logged(site: SampleSite, owner: Caller) -> None:
    site.change("pages", 42, title="Theirs")
    site.change("settings", title="Also theirs")
    site.trash(44)
    made = site.add("pages", title="New", status="publish")
    site.delete("comments", 1)
    assert len(site.requests) == 0
    assert owner.get("pages/42").json["title"]["rendered"] == "Theirs"
    assert owner.get("pages/44?context=edit").json["status"] == "trash"
    assert site.read("pages", made["id"])["slug"] == "new"
    with pytest.raises(LookupError):
        site.read("comments", 1)
