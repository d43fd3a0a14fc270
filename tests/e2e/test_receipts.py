"""A receipt in a real browser: read, printed, passed on as JSON and by mail, and checked by whoever was given it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.demo_running import demo
from tests.e2e import photos
from tests.e2e.axe import wrong_in
from tests.receivers import Mailbox, mail_server
from webapp.agent_part import Agent

WAYS = [
    pytest.param(1280, True, "light", id="1280-with-javascript"),
    pytest.param(360, False, "dark", id="360-without-javascript"),
]


@pytest.fixture(scope="module")
def box() -> Iterator[Mailbox]:
    with mail_server() as one:
        yield one


@pytest.fixture(scope="module")
def told(box: Mailbox) -> Iterator[dict[str, Any]]:
    """What a running demo told that can send mail, and in which no plan waits."""
    with pytest.MonkeyPatch.context() as settings:
        settings.setenv("SAYSO_MAIL_URL", box.address)
        settings.setenv("SAYSO_MAIL_FROM", "sayso@example.com")
        with demo("--empty") as told:
            yield told


class Looks:
    """Pictures of pages, and what was found against each."""

    def __init__(self, name: str, *, scripts: bool) -> None:
        self._name, self._scripts = name, scripts
        self.wrong: dict[str, list[str]] = {}

    def at(self, page: Page, screen: str) -> None:
        """Keep a picture, and look for what bars anybody."""
        photos.keep(page, f"{screen}-{self._name}", full_page=True)
        wide = page.evaluate("() => document.documentElement.scrollWidth - window.innerWidth")
        found = wrong_in(page, scripts=self._scripts)
        self.wrong[screen] = found + ([f"{wide} px wider than the screen"] if wide > 0 else [])


def run_of_two(page: Page, told: dict[str, Any], name: str) -> str:
    """Plan two titles as an agent, say yes to both as a person, and return the run's address once it is over."""
    agent = Agent(told["mcp_url"], told["keys"]["browser"])
    agent.call("end_session")
    begun = agent.call("begin_session", mode="plan", title=f"New titles {name}", note="You asked for it.")
    for number, item in ((1, 42), (2, 44)):
        agent.call("update_page", id=item, title=f"Title {number} {name}")
    page.goto(f"/plans/{begun['session_id']}")
    for number in (1, 2):
        page.get_by_role("button", name=f"Accept step {number}").click()
        expect(page.locator("#decision-bar")).to_contain_text(f"{number} accepted")
    page.get_by_role("button", name="Apply 2 steps").click()
    expect(page).to_have_url(re.compile(r"/runs/run_"))
    address = page.url
    for _look in range(120):
        page.goto(address)
        if page.get_by_role("heading", name="All 2 steps went through").count():
            return address
        page.wait_for_timeout(250)
    raise AssertionError(page.locator("main").inner_text())


@pytest.mark.parametrize(("width", "scripts", "scheme"), WAYS)
def test_a_receipt_is_read_printed_passed_on_and_checked(
    told: dict[str, Any], browser: Browser, session: Any, box: Mailbox, width: int, scripts: bool, scheme: Any
) -> None:
    name = f"{width}{'' if scripts else '-plain'}"
    size = {"width": width, "height": 760}
    window: dict[str, Any] = {"base_url": told["url"], "viewport": size, "java_script_enabled": scripts}
    context = browser.new_context(storage_state=session, color_scheme=scheme, **window)
    page, looks = context.new_page(), Looks(name, scripts=scripts)
    run = run_of_two(page, told, name)

    expect(page.get_by_role("heading", name="Saved, and read back as asked (2)")).to_be_visible()
    expect(page.get_by_text("Olive Owner said yes, signed in").first).to_be_visible()
    looks.at(page, "receipt-signed")
    page.emulate_media(media="print")
    looks.at(page, "receipt-in-print")
    page.emulate_media(media="screen")
    receipt = context.request.get(f"{run}.json").json()

    page.get_by_role("link", name="For paper or PDF").click()
    expect(page.get_by_role("heading", name=f"New titles {name}")).to_be_visible()
    looks.at(page, "paper")
    page.emulate_media(media="print")
    expect(page.get_by_text("Back to the run")).to_be_hidden()
    assert page.evaluate("() => getComputedStyle(document.documentElement).backgroundColor") == "rgb(255, 255, 255)"
    looks.at(page, "paper-in-print")
    photos.FOLDER.mkdir(parents=True, exist_ok=True)
    assert page.pdf(path=photos.FOLDER / f"paper-{name}.pdf", format="A4").startswith(b"%PDF")
    page.emulate_media(media="screen")

    page.get_by_role("link", name="Back to the run").click()
    page.get_by_text("Send it by mail").click()
    page.get_by_label("Send this receipt to").fill("nobody")
    page.get_by_role("button", name="Send the receipt").click()
    expect(page.get_by_text("This is not an e-mail address.").first).to_be_visible()
    expect(page.get_by_label("Send this receipt to")).to_have_value("nobody")
    photos.keep(page, f"receipt-mail-wrong-{name}", full_page=True)
    page.get_by_label("Send this receipt to").fill("client@example.org")
    page.get_by_role("button", name="Send the receipt").click()
    expect(page.get_by_text("The receipt was sent. The mail server took it.")).to_be_visible()
    mailed = box.mails[-1].get_content()
    context.close()

    client = browser.new_context(color_scheme=scheme, **window).new_page()
    [printed] = re.findall(r"http://\S+/verify\?\S+", mailed)
    client.goto(printed)
    expect(client.get_by_role("heading", name="This receipt is genuine")).to_be_visible()
    expect(client.get_by_text(f"New titles {name}")).to_be_visible()
    looks.at(client, "verify-genuine")
    receipt["steps"][0]["predicted_effect"] = "Nothing much."
    client.get_by_label("The receipt as JSON").fill(json.dumps(receipt))
    client.get_by_role("button", name="Check it").click()
    expect(client.get_by_role("heading", name="This receipt was changed")).to_be_visible()
    photos.keep(client, f"verify-changed-{name}", full_page=True)
    client.get_by_label("The receipt as JSON").fill("{")
    client.get_by_role("button", name="Check it").click()
    expect(client.get_by_text("This is not JSON.").first).to_be_visible()
    if scripts:
        looks.at(client, "verify-wrong")
    client.context.close()
    assert looks.wrong == {screen: [] for screen in looks.wrong}
