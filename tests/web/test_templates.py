"""Promises of every template: nothing inline, nothing trusted, every icon drawn, every form with its token."""

from __future__ import annotations

import re
from pathlib import Path
from types import SimpleNamespace

import pytest
from flask import Flask, render_template

from webapp.web import phrases
from webapp.web.icons import FOLDER, icon

TEMPLATES = Path(__file__).parents[2] / "webapp" / "templates"
PAGES = sorted(TEMPLATES.rglob("*.html"))
STEP = {
    "position": 1,
    "public_id": "step_7c0d3e",
    "status": "planned",
    "effect": "Update page 42 (About): title.",
    "lands_on": {"where": "copy", "note": "This lands on a new draft copy."},
    "approval_required": False,
    "note": None,
    "title": "Change a page",
    "tool": "update_page",
    "gist": [],
    "warnings": [],
    "stale": [],
    "waits": True,
    "typed": None,
    "digest": "9f2c",
}


def named(path: Path) -> str:
    return path.relative_to(TEMPLATES).as_posix()


def step_page(**different: object) -> str:
    app = Flask("webapp", root_path=str(TEMPLATES.parent))
    phrases.add_to(app)
    app.jinja_env.globals["csrf_token"] = lambda: "a-token"
    with app.test_request_context():
        hindered = bool(different.get("stale") or different.get("unacceptable"))
        step = SimpleNamespace(**(STEP | {"hindered": hindered} | different))
        return render_template(
            "steps/_step.html", step=step, plan=SimpleNamespace(public_id="sess_2f1a"), deciding=True
        )


# C46.4: no page holds data for a script to read
@pytest.mark.parametrize("path", PAGES, ids=named)
def test_a_template_holds_no_inline_style_or_script(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert not re.search(r"<style|\sstyle=|\son[a-z]+=|javascript:|hx-on|<script(?![^>]*\ssrc=)", text)


@pytest.mark.parametrize("path", PAGES, ids=named)
def test_a_template_trusts_no_text(path: Path) -> None:
    assert not re.search(r"\|\s*safe|autoescape|Markup", path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", PAGES, ids=named)
def test_a_form_that_posts_carries_its_token(path: Path) -> None:
    forms = re.findall(r'<form[^>]*method="post".*?</form>', path.read_text(encoding="utf-8"), re.DOTALL)
    assert all("csrf" in form for form in forms)


@pytest.mark.parametrize("path", PAGES, ids=named)
def test_every_icon_a_template_names_is_there(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    names = set(re.findall(r'(?:icon\(|picture=)"([a-z0-9-]+)"', text))
    assert {name for name in names if not (FOLDER / f"{name}.svg").exists()} == set()


def test_every_icon_that_is_there_is_named_by_a_template() -> None:
    named_ones = {name for path in PAGES for name in re.findall(r'"([a-z0-9-]+)"', path.read_text(encoding="utf-8"))}
    assert {path.stem for path in FOLDER.glob("*.svg")} - named_ones == set()


@pytest.mark.parametrize("status", sorted(phrases.STATUS_WORDS))
def test_every_status_of_a_step_is_shown_with_an_icon_and_words(status: str) -> None:
    chip = re.search(r'<span class="chip [^"]*">(.*?)</span>', step_page(status=status), re.DOTALL)
    assert chip is not None
    assert "<svg" in chip[1]
    assert re.sub(r"<svg.*?</svg>", "", chip[1], flags=re.DOTALL).strip()


def test_an_icon_is_hidden_from_those_who_listen() -> None:
    assert 'aria-hidden="true"' in icon("check")
    assert "license" not in icon("check")


def test_a_misspelt_icon_is_an_error() -> None:
    with pytest.raises(FileNotFoundError):
        icon("chekc")


def test_what_an_agent_wrote_is_text_and_never_markup() -> None:
    attack = "<script>alert(1)</script>"
    page = step_page(
        effect=attack,
        note=attack,
        warnings=[attack],
        lands_on={"where": "live", "note": attack},
        target=attack,
        editor="https://example.com/wp-admin/post.php?post=42&action=edit",
        gist=[{"field": "title", "label": attack, "before": attack, "after": attack, "kind": "text"}],
    )
    assert "<script" not in page
    assert page.count("&lt;script&gt;alert(1)&lt;/script&gt;") == 8


def test_a_step_that_must_be_opened_offers_no_accept_in_the_list() -> None:
    page = step_page(must_open="It deletes something.")
    assert "Read and decide" in page
    assert 'value="accept"' not in page


def test_a_step_that_must_be_opened_and_can_not_run_offers_asking_for_a_change_instead_of_reading() -> None:
    page = step_page(must_open="It deletes something.", stale="Changed on the site since this was planned: Title.")
    assert "Read and decide" not in page
    assert "Ask for a change" in page


def test_that_a_step_needs_approval_is_loud_only_while_it_waits() -> None:
    assert "Needs your approval" in step_page(approval_required=True)
    applied = step_page(approval_required=True, status="applied", waits=False)
    assert "Needs your approval" not in applied
    assert "Asked for a person’s approval" in applied


def test_a_step_says_where_it_lands_in_words() -> None:
    assert "On a copy" in step_page()
    assert "Live" in step_page(lands_on={"where": "live", "note": ""}, risks=["live"])
    assert "Not public" in step_page(lands_on={"where": "live", "note": ""}, risks=[])


def test_a_step_that_moved_on_the_site_or_can_not_run_is_not_offered_for_a_yes() -> None:
    assert 'value="accept"' in step_page()
    assert 'value="accept"' not in step_page(stale=["Title"])
    page = step_page(unacceptable="Say first where the edit shall land.")
    assert 'value="accept"' not in page
    assert "Say first where the edit shall land." in page
