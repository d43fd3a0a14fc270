"""C10: escapes and backslashes in the settings of blocks. Whatever is done beside them, they stay as they are."""

from __future__ import annotations

import pytest

from tests.promises.acts import plan
from tests.promises.conftest import DOORS
from tests.promises.doors import Agent
from webapp.sample_site import SampleSite

FAQ = (
    '<!-- wp:x/faq {"q":"\\u003cstrong\\u003eHi\\u003c/strong\\u003e \\u0026 \\u0022you\\u0022",'
    '"p":"C:\\\\temp\\\\new","d":"a\\u002d\\u002db"} /-->'
)
WORDS = "<!-- wp:paragraph -->\n<p>regex \\d+\\. and \\\\server\\share</p>\n<!-- /wp:paragraph -->"
LAST = "<!-- wp:paragraph -->\n<p>Open on {}.</p>\n<!-- /wp:paragraph -->"


@pytest.mark.parametrize("door", DOORS)
def test_c10_2_changing_another_word_leaves_the_block_byte_for_byte(wordpress: SampleSite, agent: Agent) -> None:
    """C10.2"""
    page = wordpress.add("pages", title="FAQ", status="publish", content="old")
    content = f"{FAQ}\n\n{WORDS}\n\n" + LAST.format("Mondays")
    wordpress.change("pages", page["id"], content=content)
    change = {"replace": {"find": "Mondays", "with": "Tuesdays"}}
    named = {"post_id": page["id"], "identifier_type": "text", "identifier_value": "Open on"}
    [step] = plan(agent, ("update_element", {**named, "updates": change}))
    assert step["predicted_effect"] == (
        f'Update page {page["id"]} (FAQ): the words "Mondays" of block 3 (path 2), a paragraph ("Open on Mondays.").'
    )
    [done] = agent.call("apply_plan")["steps"]
    copy = wordpress.read("pages", done["result"]["target_id"])
    assert copy["content"]["raw"] == f"{FAQ}\n\n{WORDS}\n\n" + LAST.format("Tuesdays")


@pytest.mark.parametrize("door", DOORS)
def test_c02_an_agent_changes_one_sentence_without_sending_the_text(wordpress: SampleSite, agent: Agent) -> None:
    """C02: nothing that was drawn for visitors is ever written back."""
    before = wordpress.read("pages", 42)["content"]["raw"]
    outline = agent.call("get_page_outline", page_id=42)
    [hours] = [line for line in outline["blocks"] if "8:30" in line.get("text", "")]
    arguments = {"post_id": 42, "identifier_type": "id", "identifier_value": hours["id"]}
    [step] = plan(agent, ("update_element", {**arguments, "updates": {"text": "Every day."}}))
    assert "review" not in step
    agent.call("apply_plan")
    [sent] = wordpress.requests.writes()
    sentence = "Monday to Friday, 8:30 to 17:30. Thursdays until 19:00."
    assert sent.body["content"] == before.replace(sentence, "Every day.")


@pytest.mark.parametrize("door", DOORS)
def test_two_edits_of_one_page_in_one_plan_land_on_one_copy(wordpress: SampleSite, agent: Agent) -> None:
    first = {"post_id": 42, "identifier_type": "path", "identifier_value": "0", "updates": {"text": "First."}}
    last = {"post_id": 42, "identifier_type": "text", "identifier_value": "8:30 to 17:30"}
    steps = plan(agent, ("update_element", first), ("remove_element", last))
    assert [step["lands_on"]["where"] for step in steps] == ["copy", "copy"]
    done = agent.call("apply_plan")["steps"]
    assert [one["outcome"] for one in done] == ["applied", "applied"]
    assert len({one["result"]["target_id"] for one in done}) == 1
    text = wordpress.read("pages", done[0]["result"]["target_id"])["content"]["raw"]
    assert ("<p>First.</p>" in text, "8:30" in text) == (True, False)


@pytest.mark.parametrize("door", DOORS)
def test_a_button_leads_to_the_page_that_an_earlier_step_makes(wordpress: SampleSite, agent: Agent) -> None:
    agent.call("begin_session", mode="plan")
    made = agent.call("create_page", title="Order")
    button = {"type": "button", "text": "Order", "url": "{{" + made["step_id"] + ".link}}"}
    step = agent.call("insert_element", post_id=42, position="end", blocks=[button])
    assert (
        step["predicted_effect"] == 'Update page 42 (About): a new row of buttons ("Order") at the end of the text.'
    )
    first, second = agent.call("apply_plan")["steps"]
    text = wordpress.read("pages", second["result"]["target_id"])["content"]["raw"]
    assert f'href="{first["result"]["link"]}">Order</a>' in text.replace("&amp;", "&")
