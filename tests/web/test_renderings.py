"""Promises of the preview of a step's text: it reads as on the site, and runs, loads and leads to nothing."""

from __future__ import annotations

import re

import pytest
from flask import Flask

from tests.installed import Agent, Installed
from tests.web.conftest import Browser, signed_in
from tests.web.planning import steps_of
from webapp.core import people
from webapp.core.desk import Desk
from webapp.data import Mode
from webapp.web.rendered import LONGEST, TANGLED, height_of, rendered


@pytest.fixture
def agent(place: Installed) -> Agent:
    return place.agent(Mode.BROWSER)


def planned(agent: Agent, desk: Desk, tool: str = "update_page", **arguments: object) -> str:
    """Plan one write, and return the address of its step's page."""
    begun = agent.call("begin_session", mode="plan")
    agent.call(tool, **({"id": 42} if tool == "update_page" else {}), **arguments)
    return f"/steps/{steps_of(desk, begun['session_id'])[0].public_id}"


def markup(text: str) -> str:
    return str(rendered(text).markup)


def test_a_text_is_shown_before_and_after_with_its_title_above(window: Browser, agent: Agent, desk: Desk) -> None:
    step = planned(
        agent, desk, title="Our story", content="<!-- wp:paragraph --><p>New words.</p><!-- /wp:paragraph -->"
    )
    before = window.get(f"{step}/rendering/before").get_data(as_text=True)
    after = window.get(f"{step}/rendering/after").get_data(as_text=True)
    assert "<h1>About</h1>" in before
    assert "founded in 2009" in before
    assert "<h1>Our story</h1>" in after
    assert "<p>New words.</p>" in after
    assert "wp:paragraph" not in before + after


def test_the_step_shows_both_sides_in_frames_that_may_do_nothing(window: Browser, agent: Agent, desk: Desk) -> None:
    step = planned(agent, desk, content="<p>New words.</p>")
    page = window.get(f"{step}?view=preview").get_data(as_text=True)
    for side, heading in (("before", "As it is now"), ("after", "As it would be")):
        frame = page.split(f'<iframe class="rendering" src="{step}/rendering/{side}"')[1].split(">")[0]
        assert f'title="{heading}"' in frame
        assert 'sandbox referrerpolicy="no-referrer"' in frame
        assert "allow-" not in frame
    assert "What this can not show: the theme&#39;s look; pictures" in page
    assert window.get(step).get_data(as_text=True).count("<iframe") == 0


def test_the_width_of_a_phone_is_one_plain_link_away(window: Browser, agent: Agent, desk: Desk) -> None:
    step = planned(agent, desk, content="<p>New words.</p>")
    wide = window.get(f"{step}?view=preview").get_data(as_text=True)
    assert f'<a href="{step}?view=preview&amp;width=wide#views" aria-current="true">Desktop width</a>' in wide
    phone = window.get(f"{step}?view=preview&width=phone").get_data(as_text=True)
    assert f'<a href="{step}?view=preview&amp;width=phone#views" aria-current="true">Phone width</a>' in phone
    assert "renderings--phone" in phone
    odd = window.get(f'{step}?view=preview&width="><script>').get_data(as_text=True)
    assert "renderings--wide" in odd


def test_each_frame_is_as_high_as_its_own_text_and_phones_side_by_side_are_alike(
    window: Browser, agent: Agent, desk: Desk
) -> None:
    step = planned(agent, desk, content="<p>New words.</p>" * 40)
    wide = re.findall(r' height="(\d+)" title', window.get(f"{step}?view=preview").get_data(as_text=True))
    phone = re.findall(
        r' height="(\d+)" title', window.get(f"{step}?view=preview&width=phone").get_data(as_text=True)
    )
    assert wide == ["667", "2090"]
    assert phone == ["2090", "2090"]


def test_a_frame_says_that_it_may_run_nothing_and_is_kept_nowhere(window: Browser, agent: Agent, desk: Desk) -> None:
    """C45.2, C46.3"""
    step = planned(agent, desk, content="<p>New words.</p>")
    headers = window.get(f"{step}/rendering/after").headers
    policy = headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "sandbox;" in policy
    assert "frame-ancestors 'self'" in policy
    assert "script-src" not in policy
    assert headers["Referrer-Policy"] == "no-referrer"
    assert headers["Cache-Control"] == "no-store"
    assert "noindex" in headers["X-Robots-Tag"]


def test_a_new_page_has_nothing_before(window: Browser, agent: Agent, desk: Desk) -> None:
    step = planned(agent, desk, "create_page", title="Bread", content="<p>Rye.</p>")
    page = window.get(f"{step}?view=preview").get_data(as_text=True)
    assert "There is nothing here now: the step makes it." in page
    assert page.count("<iframe") == 1
    assert window.get(f"{step}/rendering/before").status_code == 404
    assert "<h1>Bread</h1>" in window.get(f"{step}/rendering/after").get_data(as_text=True)


def test_a_step_without_a_text_says_so(window: Browser, agent: Agent, desk: Desk) -> None:
    step = planned(agent, desk, title="Our story")
    assert "This step changes no text" in window.get(f"{step}?view=preview").get_data(as_text=True)
    assert window.get(f"{step}/rendering/after").status_code == 404


def test_several_texts_of_a_step_are_shown_with_what_they_are(window: Browser, agent: Agent, desk: Desk) -> None:
    step = planned(agent, desk, content="<p>New words.</p>", excerpt="In short.")
    after = window.get(f"{step}/rendering/after").get_data(as_text=True)
    assert '<p class="part">Text</p>' in after
    assert '<p class="part">Excerpt</p>' in after


@pytest.mark.parametrize("side", ["between", "BEFORE", "..%2fafter"])
def test_there_are_two_sides_and_no_other(window: Browser, agent: Agent, desk: Desk, side: str) -> None:
    step = planned(agent, desk, content="<p>New words.</p>")
    assert window.get(f"{step}/rendering/{side}").status_code == 404


def test_nobody_else_sees_it(app: Flask, stranger: Browser, agent: Agent, desk: Desk) -> None:
    step = planned(agent, desk, content="<p>New words.</p>")
    assert "/sign-in" in stranger.get(f"{step}/rendering/after").headers["Location"]
    people.add(desk, "nora@example.com", "Nora Neighbour")
    other = signed_in(app, desk, "nora@example.com")
    assert other.get(f"{step}/rendering/after").status_code == 404


def test_what_could_run_load_or_lead_elsewhere_is_gone_and_its_words_stay() -> None:
    """C45.3, C46.1, C46.2"""
    hostile = (
        '<p style="position:fixed;inset:0" class="site" id="x" onclick="run()">Read '
        '<a href="javascript:run()">this</a></p>'
        "<script>run()</script><style>p{display:none}</style>"
        '<base href="https://evil.example"><meta http-equiv="refresh" content="0;url=/x">'
        '<link rel="stylesheet" href="/x">'
    )
    assert markup(hostile) == "<p>Read <a>this</a></p>"


@pytest.mark.parametrize(
    ("text", "box"),
    [
        ('<img src="http://127.0.0.1:9/x.png" alt="A cat">', "Picture: A cat (http://127.0.0.1:9/x.png)"),
        ('<img src="/x.png" onerror="run()">', "Picture: without words (/x.png)"),
        ('<img src="data:image/png;base64,AAAA" alt="dot">', "Picture: dot"),
        ('<img alt=\'"><script>run()</script>\'>', 'Picture: "&gt;&lt;script&gt;run()&lt;/script&gt;'),
        ('<iframe src="https://a.example/1" title="Film">no</iframe>', "Embedded page: Film (https://a.example/1)"),
        ('<video src="/film.mp4">no</video>', "Film (/film.mp4)"),
        ("<!-- wp:latest-posts {\"postsToShow\":3} /-->", "Block: latest posts"),
        ('[gallery ids="1,2"]', 'Shortcode: [gallery ids="1,2"]'),
        ("[/contact-form-7]", "Shortcode: [/contact-form-7]"),
        ('<input value="Buy" autofocus onfocus="run()">', "Form field: Buy"),
    ],
)  # fmt: skip
def test_what_can_not_be_shown_is_a_box_with_its_words(text: str, box: str) -> None:
    assert markup(f"<p>A</p>{text}<p>B</p>").replace('"', "'") == (
        f"<p>A</p><span class='stand-in'>{box}</span><p>B</p>".replace('"', "'")
    )


def test_the_words_in_a_drawing_a_form_and_a_button_stay() -> None:
    assert markup("<svg onload=run()><text>hidden?</text></svg>") == '<span class="stand-in">Drawing</span>hidden?'
    form = markup('<form action="/x"><p>Name</p><button formaction="/x">Send</button></form>')
    assert form == '<span class="stand-in">Form</span><p>Name</p><span class="stand-in">Button</span>Send'


def test_what_is_no_shortcode_stays_as_it_is() -> None:
    assert markup("<p>As told [1], in 2009 [2, 3].</p>") == "<p>As told [1], in 2009 [2, 3].</p>"


def test_hidden_characters_are_made_visible_and_signs_stay_as_typed() -> None:
    assert markup("<p>a\u202eb &lt;b&gt; &amp; c\u200b</p>") == "<p>a⟨U+202E⟩b &lt;b&gt; &amp; c⟨U+200B⟩</p>"


def test_markup_that_parsers_read_differently_comes_out_clean() -> None:
    for text in (
        "<svg><style><img src=x onerror=run()></style></svg>",
        '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=run()&gt;">',
        '<noscript><p title="</noscript><img src=x onerror=run()>">',
        "<iframe srcdoc='<script>run()</script>'></iframe><textarea></textarea><script>run()</script></textarea>",
        "<a title='<img src=x onerror=run()>'>x</a><!--><img src=x onerror=run()>-->",
        "<select><template><img src=x onerror=run()></template></select>",
    ):
        shown = markup(text)
        assert not [tag for tag in ("<img", "<script", "<svg", "<style", "<iframe", "<math") if tag in shown], shown


def test_a_text_that_is_too_long_is_cut_and_says_how_much_is_missing(
    window: Browser, agent: Agent, desk: Desk
) -> None:
    step = planned(agent, desk, content=f"<p>{'word ' * (LONGEST // 5)}</p>")
    page = window.get(f"{step}?view=preview").get_data(as_text=True)
    assert "It is cut: 7 more characters are not shown here." in page
    assert "7 more characters are not shown." in window.get(f"{step}/rendering/after").get_data(as_text=True)


def test_a_frame_is_as_high_as_its_text_within_reason() -> None:
    assert height_of(["<p>Short.</p>"], "wide") == 220
    assert height_of(["<p>word word</p>" * 3000], "wide") == 2400
    middle = f"<!-- wp:paragraph --><p>{'x' * 620}</p>"
    assert (height_of([middle], "wide"), height_of([middle], "phone")) == (440, 643)


@pytest.mark.parametrize("tag", ["<div>", "<B>", "<div></x>", "<svg><tr>"])
def test_a_text_that_is_nested_without_end_is_not_taken_apart(tag: str) -> None:
    assert markup(tag * 1100) == TANGLED == "This text is nested too deep to be shown as it will look."


def test_a_long_text_of_many_closed_tags_is_no_tangle() -> None:
    assert markup("<div><p>a<br>b</div><ul><li>c</ul>" * 2000).count("<div>") == 2000
