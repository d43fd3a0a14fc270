import pytest

from tests.wordpress.scripted_site import HANG_UP, SILENCE, Say, ScriptedSite
from webapp.errors import SiteTrouble
from webapp.wordpress.client import WordPress

PAGE = {"id": 42, "title": {"raw": "Hello"}}
BAD_GATEWAY = Say("<html>Bad Gateway</html>", 502)
CUT_OFF = Say(b'{"id":42', headers={"Content-Length": "999"})


@pytest.mark.parametrize(
    "bad", [BAD_GATEWAY, *(Say("<html>", status) for status in (503, 504, 508, 520, 524, 530)), HANG_UP, CUT_OFF]
)
def test_a_read_is_tried_again_until_the_site_answers(site: ScriptedSite, wp: WordPress, bad: Say | str) -> None:
    site.says(bad, bad, Say(PAGE))
    assert wp.get("wp/v2/pages/42").body == PAGE
    assert len(site.asked) == 3


def test_a_read_gives_up_after_three_tries(site: ScriptedSite, wp: WordPress) -> None:
    site.says(BAD_GATEWAY)
    with pytest.raises(SiteTrouble) as raised:
        wp.get("wp/v2/pages/42")
    assert (raised.value.code, raised.value.status, raised.value.written) == ("respira_site_unreachable", 502, "no")
    assert len(site.asked) == 3


def test_a_read_that_gets_no_answer_in_time_is_not_tried_again(site: ScriptedSite, wp: WordPress) -> None:
    site.says(SILENCE)
    with pytest.raises(SiteTrouble) as raised:
        wp.get("wp/v2/pages/42")
    assert (raised.value.code, raised.value.written) == ("respira_site_unreachable", "no")
    assert len(site.asked) == 1


def test_a_page_of_html_is_no_answer_to_a_read(site: ScriptedSite, wp: WordPress) -> None:
    site.says(Say("<!doctype html><title>Welcome</title>"))
    with pytest.raises(SiteTrouble) as raised:
        wp.get("wp/v2/pages/42")
    assert (raised.value.code, raised.value.written) == ("respira_site_not_json", "no")


def test_a_read_waits_out_the_few_seconds_the_site_asks_for(site: ScriptedSite, wp: WordPress) -> None:
    busy = Say({"code": "slow_down", "message": "Slow down."}, 429, {"Retry-After": "0"})
    site.says(busy, Say(PAGE))
    assert wp.get("wp/v2/pages/42").body == PAGE


@pytest.mark.parametrize("asked", ["banana", "-1", ""])
def test_an_odd_retry_after_is_waited_for_in_our_own_time(site: ScriptedSite, wp: WordPress, asked: str) -> None:
    site.says(Say("<html>", 429, {"Retry-After": asked}), Say(PAGE))
    assert wp.get("wp/v2/pages/42").body == PAGE


def test_a_read_does_not_wait_for_an_hour_but_says_how_long_the_site_asks(site: ScriptedSite, wp: WordPress) -> None:
    site.says(Say("<html>", 429, {"Retry-After": "3600"}))
    with pytest.raises(SiteTrouble) as raised:
        wp.get("wp/v2/pages/42")
    assert (raised.value.code, raised.value.details) == ("respira_site_rate_limited", {"retry_after": 3600})
    assert len(site.asked) == 1


def test_a_read_is_not_tried_again_before_the_time_that_a_busy_site_asks_for(
    site: ScriptedSite, wp: WordPress
) -> None:
    site.says(Say("<html>", 503, {"Retry-After": "600"}), Say(PAGE))
    with pytest.raises(SiteTrouble) as raised:
        wp.get("wp/v2/pages/42")
    assert (raised.value.code, raised.value.hint) == ("respira_site_unreachable", "Try again after 600 seconds.")
    assert len(site.asked) == 1


def test_a_read_follows_a_redirect_on_the_same_site(site: ScriptedSite, wp: WordPress) -> None:
    site.says(Say(b"", 301, {"Location": "/wp-json/wp/v2/pages/42/"}), Say(PAGE))
    assert wp.get("wp/v2/pages/42").body == PAGE
    assert site.lines[1] == "GET /wp-json/wp/v2/pages/42/"


def test_a_read_follows_three_redirects_and_no_more(site: ScriptedSite, wp: WordPress) -> None:
    site.says(Say(b"", 302, {"Location": "/round"}))
    with pytest.raises(SiteTrouble) as raised:
        wp.get("wp/v2/pages/42")
    assert raised.value.code == "respira_site_redirects"
    assert len(site.asked) == 4


def test_the_login_does_not_follow_a_redirect_to_another_site(site: ScriptedSite, wp: WordPress) -> None:
    with ScriptedSite() as other:
        other.says(Say(PAGE))
        site.says(Say(b"", 302, {"Location": f"{other.url}/wp-json/"}))
        with pytest.raises(SiteTrouble) as raised:
            wp.get("wp/v2/pages/42")
        assert other.asked == []
    assert raised.value.details == {"target": f"{other.url}/wp-json/"}


def test_every_page_of_a_list_is_read(site: ScriptedSite, wp: WordPress) -> None:
    headers = {"X-WP-Total": "3", "X-WP-TotalPages": "2"}
    site.says(Say([{"id": 1}, {"id": 2}], headers=headers), Say([{"id": 3}], headers=headers))
    assert wp.get_all("wp/v2/pages", status="any") == [{"id": 1}, {"id": 2}, {"id": 3}]
    assert site.lines == [
        "GET /wp-json/wp/v2/pages?status=any&per_page=100&page=1",
        "GET /wp-json/wp/v2/pages?status=any&per_page=100&page=2",
    ]


def test_a_list_whose_last_page_vanished_meanwhile_ends_there(site: ScriptedSite, wp: WordPress) -> None:
    gone = {"code": "rest_post_invalid_page_number", "message": "Too far.", "data": {"status": 400}}
    site.says(Say([{"id": 1}], headers={"X-WP-TotalPages": "2"}), Say(gone, 400))
    assert wp.get_all("wp/v2/pages") == [{"id": 1}]


def test_without_counts_a_list_ends_with_the_first_page_that_is_not_full(site: ScriptedSite, wp: WordPress) -> None:
    site.says(Say([{"id": n} for n in range(100)]), Say([{"id": 100}]))
    assert len(wp.get_all("wp/v2/pages")) == 101


def test_without_the_number_of_pages_that_of_the_items_tells_whether_a_list_goes_on(
    site: ScriptedSite, wp: WordPress
) -> None:
    total = {"X-WP-Total": "3"}
    site.says(Say([{"id": 1}, {"id": 2}], headers=total), Say([{"id": 3}], headers=total))
    assert wp.get_all("wp/v2/pages") == [{"id": 1}, {"id": 2}, {"id": 3}]


def test_a_list_that_has_fewer_items_than_it_says_ends_with_an_empty_page(site: ScriptedSite, wp: WordPress) -> None:
    site.says(Say([{"id": 1}], headers={"X-WP-Total": "9"}), Say([], headers={"X-WP-Total": "9"}))
    assert wp.get_all("wp/v2/pages") == [{"id": 1}]
    assert len(site.asked) == 2


def test_an_answer_of_more_than_50_mb_is_not_read_to_its_end(site: ScriptedSite, wp: WordPress) -> None:
    site.says(Say(b" " * (51 * 1024 * 1024)))
    with pytest.raises(SiteTrouble) as raised:
        wp.get("wp/v2/pages")
    assert raised.value.message == "The site gave no whole answer. The reply is larger than 50 MB."
