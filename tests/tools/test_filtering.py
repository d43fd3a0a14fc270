"""A login that may not save all HTML: what WordPress would take out of a text is said when a write is planned."""

from __future__ import annotations

import pytest

from tests.tools.stage import Stage
from webapp.sample_site import SampleSite
from webapp.tools.items.filtering import filtered_out
from webapp.wordpress.client import Connection, WordPress

MAP = '<p>Here</p><iframe src="https://maps.example/"></iframe>'
TOLD = "The site's own login may not save all HTML: WordPress takes iframe out of the text, whatever is changed."


@pytest.mark.parametrize("asked", [{"content": f"{MAP}<p>New</p>"}, {"title": "Only another title"}])
def test_what_a_save_would_take_out_is_said_whichever_field_is_changed(
    site: SampleSite, asked: dict[str, str]
) -> None:
    tomas = site.wp.user_named("tomas")
    assert tomas is not None
    draft = site.add("posts", title="Directions", status="draft", author=tomas["id"], content=MAP)["id"]
    connection = Connection(f"{site.url}/wp-json/", "tomas", site.app_password_of("tomas"))
    with WordPress(connection, allow_private=True) as wordpress:
        assert TOLD in Stage(wordpress).plan("update_post", id=draft, **asked).warnings
        plain = Stage(wordpress).plan("update_post", id=draft, content="<p>Plain</p>").warnings
    assert [told for told in plain if "may not save all HTML" in told] == []


def test_who_may_save_all_html_is_told_nothing(stage: Stage, site: SampleSite) -> None:
    draft = site.add("posts", title="Directions", status="draft", content=MAP)["id"]
    told = stage.plan("update_post", id=draft, title="New").warnings
    assert [one for one in told if "may not save all HTML" in one] == []


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("<p>Only a script of the talk, on=time</p>", []),
        ("<SCRIPT>x</SCRIPT><script>y</script>", ["script"]),
        ('<a href="/" onclick="x()">Go</a><svg></svg>', ["svg", "onclick"]),
        ("<form><input><select><option>", ["form", "input", "select", "option"]),
    ],
)
def test_what_is_taken_out_is_named_once(text: str, names: list[str]) -> None:
    assert filtered_out(text) == names
