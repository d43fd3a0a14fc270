import pytest

from tests.wordpress.conftest import IMPATIENT
from tests.wordpress.scripted_site import HANG_UP, Say, ScriptedSite, free_port
from webapp.errors import Refusal, SiteTrouble
from webapp.wordpress.root import Found, find_root

FIELDS = "_fields=name%2Cdescription%2Curl%2Chome%2Cnamespaces%2Cauthentication"
PASSWORDS = {"application-passwords": {"endpoints": {"authorization": "https://x/authorize"}}}
GATE = Say("<html>Authorization Required</html>", 401, {"WWW-Authenticate": 'Basic realm="Staging"'})


def find(typed: str, *, allow_private: bool = True) -> Found:
    return find_root(typed, "anna", "abcd", allow_private=allow_private, patience=IMPATIENT)


def index(home: str, authentication: object = PASSWORDS, **more: object) -> Say:
    told = {"name": "Cats &amp; Dogs", "home": home, "namespaces": ["oembed/1.0", "wp/v2"]}
    return Say({**told, "authentication": authentication, **more})


def front(root: str) -> Say:
    link = f'<{root}>; rel="https://api.w.org/", <https://x/?p=2>; rel=shortlink'
    return Say("<!doctype html><title>Cats</title>", headers={"Link": link})


@pytest.fixture
def blog(site: ScriptedSite) -> ScriptedSite:
    """A site in the directory /blog/, and nothing at the root of its host."""
    site.at("/blog/", front(f"{site.url}/blog/wp-json/"))
    site.at("/blog/wp-json/", index(f"{site.url}/blog"))
    return site


@pytest.mark.parametrize(
    "end",
    [
        "",
        "/",
        "/wp-admin",
        "/wp-admin/edit.php?post_type=page",
        "/wp-login.php",
        "/wp-json",
        "/wp-json/wp/v2/",
        "/#top",
    ],
)
@pytest.mark.parametrize("scheme", ["http://", "HTTP://", ""])
def test_however_the_address_is_typed_the_same_root_is_found(blog: ScriptedSite, scheme: str, end: str) -> None:
    """C19.2"""
    found = find(f" {scheme}127.0.0.1:{blog.port}/blog{end} ")
    assert found == Found(
        rest_root=f"{blog.url}/blog/wp-json/",
        home=f"{blog.url}/blog",
        name="Cats & Dogs",
        pretty=True,
        application_passwords=True,
    )
    assert set(blog.lines) == {"GET /blog/", f"GET /blog/wp-json/?{FIELDS}"}


def test_the_front_page_is_read_as_a_stranger_and_the_index_with_the_login(blog: ScriptedSite) -> None:
    """C05.1"""
    find(f"{blog.url}/blog")
    assert "Authorization" not in blog.asked[0].headers
    assert blog.asked[1].headers["Authorization"].startswith("Basic ")


def test_plain_permalinks_are_found_by_the_link_header(site: ScriptedSite) -> None:
    site.at("/", front(f"{site.url}/index.php?rest_route=/"))
    site.at("/index.php", index(site.url))
    found = find(site.url)
    assert (found.rest_root, found.pretty) == (f"{site.url}/index.php?rest_route=/", False)


def test_without_a_link_header_the_link_in_the_page_leads_there(site: ScriptedSite) -> None:
    link = f'<link rel="https://api.w.org/" href="{site.url}/api/?lang=de&#038;x=1" />'
    site.at("/", Say(f"<!doctype html><head>{link}</head>"))
    site.at("/api/", index(site.url))
    assert find(site.url).rest_root == f"{site.url}/api/?lang=de&x=1"


def test_without_any_link_both_usual_places_are_tried(site: ScriptedSite) -> None:
    site.at("/blog/", Say("<!doctype html>"))
    site.at(f"/blog/?rest_route=/&{FIELDS}", index(site.url))
    assert find(f"{site.url}/blog").rest_root == f"{site.url}/blog/?rest_route=/"
    assert site.lines == ["GET /blog/", f"GET /blog/wp-json/?{FIELDS}", f"GET /blog/?rest_route=/&{FIELDS}"]


def test_a_root_that_is_redirected_is_kept_as_where_it_leads_since_no_write_is_sent_on(site: ScriptedSite) -> None:
    site.at("/", front(f"{site.url}/wp-json/"))
    site.at("/wp-json/", Say(b"", 301, {"Location": f"{site.url}/api/?{FIELDS}"}))
    site.at("/api/", index(site.url))
    assert find(site.url).rest_root == f"{site.url}/api/"


def test_a_firewall_before_the_rest_interface_is_told_and_not_that_there_is_no_wordpress(site: ScriptedSite) -> None:
    site.says(Say("<title>Just a moment...</title>", 403))
    with pytest.raises(SiteTrouble) as raised:
        find(site.url)
    assert raised.value.code == "respira_site_firewall"


def test_c65_4_the_address_of_one_language_leads_to_the_whole_site(site: ScriptedSite) -> None:
    """C65.4"""
    site.at("/", front(f"{site.url}/wp-json/"))
    site.at("/wp-json/", index(site.url, url=site.url))
    site.at("/de/", front(f"{site.url}/de/wp-json/"))
    site.at("/de/wp-json/", index(f"{site.url}/de", url=site.url))
    whole = find(site.url)
    assert (whole.rest_root, whole.home) == (f"{site.url}/wp-json/", site.url)
    assert [find(f"{site.url}{typed}") for typed in ("/de", "/de/wp-json/", "/de/wp-admin")] == [whole] * 3


def test_c65_4_a_site_in_a_folder_of_another_is_its_own(site: ScriptedSite) -> None:
    """C65.4"""
    site.at("/", front(f"{site.url}/wp-json/"))
    site.at("/wp-json/", index(site.url, url=f"{site.url}/wordpress"))
    site.at("/shop/", front(f"{site.url}/shop/wp-json/"))
    site.at("/shop/wp-json/", index(f"{site.url}/shop", url=f"{site.url}/shop"))
    assert find(site.url).home == site.url
    assert find(f"{site.url}/shop").rest_root == f"{site.url}/shop/wp-json/"


def test_a_redirect_of_the_front_page_leads_to_the_canonical_home(site: ScriptedSite) -> None:
    with ScriptedSite() as canonical:
        canonical.at("/", Say("<!doctype html>"))
        canonical.at("/wp-json/", index(canonical.url))
        site.at("/", Say(b"", 301, {"Location": f"{canonical.url}/"}))
        assert find(site.url).rest_root == f"{canonical.url}/wp-json/"
    assert site.lines == ["GET /"]


def test_a_redirect_to_the_credentials_of_a_cloud_machine_is_refused(site: ScriptedSite) -> None:
    site.at("/", Say(b"", 302, {"Location": "http://169.254.169.254/latest/meta-data/"}))
    with pytest.raises(Refusal) as refused:
        find(site.url)
    assert refused.value.code == "respira_address_not_allowed"


def test_an_index_hidden_from_strangers_is_found_though_the_front_page_is_closed(site: ScriptedSite) -> None:
    """C05.1"""
    site.at("/", Say("<html>Members only</html>", 403))
    site.at("/wp-json/", index(site.url))
    assert find(site.url).rest_root == f"{site.url}/wp-json/"


def test_a_site_that_offers_no_application_passwords_says_so(site: ScriptedSite) -> None:
    site.at("/", front(f"{site.url}/wp-json/"))
    site.at("/wp-json/", index(site.url, authentication=[]))
    assert find(site.url).application_passwords is False


def test_an_index_that_refuses_the_login_is_told_with_the_sites_own_code(site: ScriptedSite) -> None:
    """C05.2"""
    site.at("/", front(f"{site.url}/wp-json/"))
    site.at("/wp-json/", Say({"code": "rest_forbidden", "message": "REST is off.", "data": {"status": 401}}, 401))
    with pytest.raises(SiteTrouble) as raised:
        find(site.url)
    assert raised.value.code == "respira_login_not_accepted"
    assert "rest_forbidden: REST is off." in raised.value.message
    assert "switched this access off" in raised.value.message


def test_a_second_password_gate_is_named(site: ScriptedSite) -> None:
    site.says(GATE)
    with pytest.raises(SiteTrouble) as raised:
        find(site.url)
    assert raised.value.code == "respira_site_gated"
    assert "application password" not in raised.value.message + raised.value.hint


def test_a_site_that_is_no_wordpress_is_told_so(site: ScriptedSite) -> None:
    site.at("/", Say("<!doctype html>"))
    site.at("/wp-json/", Say({"hello": "world"}))
    with pytest.raises(SiteTrouble) as raised:
        find(site.url)
    assert (raised.value.code, raised.value.written) == ("respira_not_wordpress", "no")


def test_a_site_that_does_not_answer_is_unreachable(site: ScriptedSite) -> None:
    site.says(HANG_UP)
    for address in (site.url, f"http://127.0.0.1:{free_port()}"):
        with pytest.raises(SiteTrouble) as raised:
            find(address)
        assert raised.value.code == "respira_site_unreachable"


def test_plain_http_is_not_used_when_https_was_typed(site: ScriptedSite) -> None:
    with pytest.raises(SiteTrouble) as raised:
        find(f"https://127.0.0.1:{site.port}")
    assert raised.value.message == "The site could not be reached. It does not speak https."


def test_a_private_address_is_refused_where_private_sites_are_off(site: ScriptedSite) -> None:
    for typed in (site.url, f"127.0.0.1:{site.port}", f"localhost:{site.port}"):
        with pytest.raises(Refusal) as refused:
            find(typed, allow_private=False)
        assert refused.value.code == "respira_address_not_allowed"
    assert site.asked == []


@pytest.mark.parametrize("typed", ["", "   ", "ftp://x/", "file:///etc/passwd", "http://u:p@x/", "http://"])
def test_what_is_no_address_of_a_site_is_refused(typed: str) -> None:
    with pytest.raises(Refusal):
        find(typed)
