from collections.abc import Iterator
from pathlib import Path

import pytest

from webapp.errors import SiteTrouble
from webapp.sample_site import SampleSite, running
from webapp.sample_site.misbehaviour import (
    BYTE_ORDER_MARK,
    DIE_AFTER_SAVING,
    PHP_NOTICE,
    AnswerInstead,
    IgnoreAuthorization,
    JunkBefore,
    html,
    redirect,
)
from webapp.wordpress.client import Connection, WordPress
from webapp.wordpress.login import prove
from webapp.wordpress.root import find_root


@pytest.fixture(params=["pretty", "plain"])
def sample(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[SampleSite]:
    stand_in = SampleSite(tmp_path / "site.db", plain_permalinks=request.param == "plain")
    stand_in.fill()
    with running(stand_in):
        yield stand_in
    stand_in.close()


@pytest.fixture
def there(sample: SampleSite) -> Iterator[WordPress]:
    login = (sample.username, sample.app_password)
    found = find_root(sample.url, *login, allow_private=True)
    with WordPress(Connection(found.rest_root, *login), allow_private=True) as client:
        sample.requests.clear()
        yield client


def test_a_site_is_found_proved_read_written_and_cleaned_up(sample: SampleSite, there: WordPress) -> None:
    assert prove(there).roles == ("administrator",)
    made = there.post("wp/v2/pages", {"title": "Opening hours", "status": "draft"})
    assert made.status == 201
    assert there.get(f"wp/v2/pages/{made.body['id']}", context="edit").body["title"]["raw"] == "Opening hours"
    assert there.delete(f"wp/v2/pages/{made.body['id']}", force=True).body["deleted"] is True
    with pytest.raises(SiteTrouble) as gone:
        there.get(f"wp/v2/pages/{made.body['id']}")
    assert (gone.value.code, gone.value.status) == ("rest_post_invalid_id", 404)


def test_a_whole_list_is_read_page_by_page(sample: SampleSite, there: WordPress) -> None:
    for number in range(101):
        sample.add("tags", name=f"Tag {number}")
    assert len({tag["id"] for tag in there.get_all("wp/v2/tags")}) >= 101


def test_a_write_that_landed_before_the_site_died_is_sent_once(sample: SampleSite, there: WordPress) -> None:
    for lost in (DIE_AFTER_SAVING, html(status=504, saving=True), AnswerInstead(200, "<p>Saved</p>", saving=True)):
        sample.behave()
        sample.requests.clear()
        sample.misbehave(lost, method="POST")
        with pytest.raises(SiteTrouble) as raised:
            there.post("wp/v2/pages", {"title": "Once"})
        assert (raised.value.code, raised.value.written) == ("respira_outcome_unknown", "perhaps")
        assert len(sample.requests.writes()) == 1


@pytest.mark.parametrize("junk", [BYTE_ORDER_MARK, PHP_NOTICE, JunkBefore("NULL\nbool(true)\n")])
def test_junk_before_the_answer_hides_neither_a_write_nor_a_read(
    sample: SampleSite, there: WordPress, junk: JunkBefore
) -> None:
    """C13.1, C13.2, C13.3"""
    sample.misbehave(junk)
    made = there.post("wp/v2/pages", {"title": "Found"})
    assert (made.status, made.noise) == (201, True)
    assert there.get(f"wp/v2/pages/{made.body['id']}", context="edit").body["title"]["raw"] == "Found"


def test_public_answers_do_not_pass_for_a_login_where_the_header_never_arrives(
    sample: SampleSite, there: WordPress
) -> None:
    """C01.1"""
    sample.misbehave(IgnoreAuthorization())
    assert there.get("wp/v2/pages").status == 200
    with pytest.raises(SiteTrouble) as raised:
        prove(there)
    assert raised.value.details["site_code"] == "rest_not_logged_in"


def test_a_header_that_is_dropped_on_writes_only_is_a_refusal_and_nothing_is_written(
    sample: SampleSite, there: WordPress
) -> None:
    sample.misbehave(IgnoreAuthorization(writes_only=True))
    prove(there)
    with pytest.raises(SiteTrouble) as raised:
        there.post("wp/v2/pages", {"title": "x"})
    assert (raised.value.code, raised.value.status, raised.value.written) == ("rest_cannot_create", 401, "no")


def test_a_redirected_write_reaches_no_second_address(sample: SampleSite, there: WordPress) -> None:
    sample.misbehave(redirect(f"{sample.url}/elsewhere"), method="POST")
    with pytest.raises(SiteTrouble) as raised:
        there.post("wp/v2/pages", {"title": "x"})
    assert raised.value.details == {"target": f"{sample.url}/elsewhere"}
    assert len(sample.requests) == 1


def test_a_title_saved_before_a_forbidden_meta_key_is_not_called_unwritten(
    sample: SampleSite, there: WordPress
) -> None:
    sample.register_meta("_secret", writable=False)
    page = there.post("wp/v2/pages", {"title": "Before"}).body["id"]
    with pytest.raises(SiteTrouble) as raised:
        there.post(f"wp/v2/pages/{page}", {"title": "After", "meta": {"_secret": "x"}})
    assert (raised.value.status, raised.value.written) == (403, "perhaps")
    assert sample.read("pages", page)["title"]["raw"] == "After"
