import pytest

from webapp.errors import Refusal
from webapp.wordpress.urls import url_of


@pytest.mark.parametrize(
    ("root", "path", "query", "url"),
    [
        ("https://x/blog/wp-json/", "wp/v2/pages/42", {}, "https://x/blog/wp-json/wp/v2/pages/42"),
        (
            "https://x/wp-json/",
            "wp/v2/pages/42",
            {"context": "edit", "force": True},
            "https://x/wp-json/wp/v2/pages/42?context=edit&force=true",
        ),
        (
            "https://x/?rest_route=/",
            "wp/v2/pages/42",
            {"context": "edit", "force": True},
            "https://x/?rest_route=/wp/v2/pages/42&context=edit&force=true",
        ),
        (
            "https://x/blog/index.php?rest_route=/",
            "wp/v2/pages",
            {},
            "https://x/blog/index.php?rest_route=/wp/v2/pages",
        ),
        ("https://x/?rest_route=/&lang=de", "wp/v2/pages", {}, "https://x/?lang=de&rest_route=/wp/v2/pages"),
        (
            "https://x/wp-json/?lang=de",
            "wp/v2/pages",
            {"page": 2},
            "https://x/wp-json/wp/v2/pages?lang=de&page=2",
        ),
        ("https://x/wp-json/", "", {"_fields": "name"}, "https://x/wp-json/?_fields=name"),
        (
            "https://x/wp-json/",
            "wp/v2/templates/twentytwentyfive//index",
            {},
            "https://x/wp-json/wp/v2/templates/twentytwentyfive//index",
        ),
    ],
)
def test_both_forms_of_root_keep_path_and_query_apart(root: str, path: str, query: dict, url: str) -> None:
    assert url_of(root, path, query) == url


def test_none_is_left_out_and_lists_are_sent_name_by_name() -> None:
    url = url_of("https://x/wp-json/", "wp/v2/pages", {"search": None, "include": [3, 5], "sticky": False})
    assert url == "https://x/wp-json/wp/v2/pages?include%5B%5D=3&include%5B%5D=5&sticky=false"


def test_what_looks_like_a_query_inside_a_path_stays_inside_the_path() -> None:
    assert url_of("https://x/wp-json/", "wp/v2/plugins/a?b#c") == "https://x/wp-json/wp/v2/plugins/a%3Fb%23c"
    assert url_of("https://x/?rest_route=/", "wp/v2/a&b=c") == "https://x/?rest_route=/wp/v2/a%26b%3Dc"


@pytest.mark.parametrize("path", ["wp/v2/pages/../users/1", "../../secret", "wp/v2/./pages", "wp\\v2"])
def test_a_path_cannot_climb_out_of_the_root(path: str) -> None:
    with pytest.raises(Refusal) as refused:
        url_of("https://x/wp-json/", path)
    assert refused.value.code == "respira_invalid_arguments"
