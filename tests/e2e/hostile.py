"""A hostile agent's words, and what must not become of them on a page: what runs, calls, hides or covers something.

The words try to close whatever they stand in. What is looked for is what they would have become.
"""

from __future__ import annotations

import json
import urllib.request
from typing import Any

from playwright.sync_api import Page

from webapp.agent_part import Agent

MARKUP = "\"><img src=x onerror=fetch('/canary')></script></title></textarea><script>document.title='taken'</script>"
CLIENT = "\"><svg/onload=fetch('/canary')>{{7*7}}"
# Turned around, of no width, written in tags that no font draws, and a line separator that ends a script's line.
HIDDEN = "safe\u202egpj.exe\u202c zero\u200bwidth\u2060 tag\U000e0041\U000e0042 line\u2028end\ufeff"
HIDDEN_SHOWN = "safe⟨U+202E⟩gpj.exe⟨U+202C⟩ zero⟨U+200B⟩width⟨U+2060⟩ tag⟨U+E0041⟩⟨U+E0042⟩ line⟨U+2028⟩end⟨U+FEFF⟩"
NAME = "Key\"><img src=x onerror=fetch('/canary')>\u202eyek"
LINE = "x" * 100_000 + " The payload stands at the end."
DEEP = "\n" * 3_000 + "<p>The payload stands below.</p>"
LARGE = f"<p>{'A sentence like all the others. ' * 30}</p>\n" * 5_300 + "<p>The payload stands at the end.</p>"
CONTENT = f"""<p>{MARKUP}</p><p>Words of the page. {HIDDEN}</p>
<script>top.document.title = "taken"; fetch("/canary/script"); alert(1)</script>
<div style="position:fixed;inset:0;z-index:9999;background:red url(/canary/css.png)" onclick="alert(1)">Cover</div>
<style>@import url("http://127.0.0.1:9/sheet.css"); * {{ display: none !important }}</style>
<svg onload="alert(1)" width="9999" height="9999"><image href="http://127.0.0.1:9/x.png"/><text>Drawn</text></svg>
<img src="http://127.0.0.1:9/x.png" onerror="alert(1)" alt="{HIDDEN}"><a href="javascript:alert(1)">Press here</a>
<iframe srcdoc="<script>top.alert(1)</script>"></iframe><base href="http://127.0.0.1:9/">
<meta http-equiv="refresh" content="0;url=http://127.0.0.1:9/">
<form action="http://127.0.0.1:9/"><button>Go</button></form>
<!-- wp:html --><p>{{{{7*7}}}} {{% include "x" %}} ${{7*7}}</p><!-- /wp:html -->
<table><tr><td>{"wide" * 500}</td></tr></table>"""
# Kept out of every page, whatever the case and the separators of their names, at any depth.
SECRETS = {
    "smtp": {"password": "pw-CANARY-1"},
    "items": [{"api_key": "ak-CANARY-2"}],
    "X-Api-Key": "CANARY-3",
    "db_PASSWORD": "CANARY-4",
    "options": '{"client_secret":"CANARY-5"}',
}
FOUND = r"""() => {
  const found = [];
  const ours = (address) => new URL(address, location.href).origin === location.origin;
  for (const element of document.querySelectorAll("*")) {
    const name = element.localName;
    for (const {name: attribute, value} of element.attributes) {
      if (attribute.startsWith("on")) found.push(`${name} ${attribute}`);
      if (attribute === "style") found.push(`${name} style=${value}`);
      if (["href", "src", "action", "formaction"].includes(attribute) && /^\s*(java|vb)?(script|data):/i.test(value))
        found.push(`${name} ${attribute}=${value.slice(0, 60)}`);
    }
    if (name === "script" && (!element.src || !ours(element.src))) found.push("script");
    if (["base", "object", "embed", "style"].includes(name)) found.push(name);
    if (["img", "iframe", "image"].includes(name) && !ours(element.src || element.getAttribute("href") || ""))
      found.push(`${name} from elsewhere`);
    if (name === "form" && !ours(element.getAttribute("action") || "")) found.push("form to elsewhere");
    if (name === "meta" && element.httpEquiv) found.push(`meta ${element.httpEquiv}`);
  }
  return found;
}"""
# What people typed themselves stands in its own field as they typed it: a key's name.
UNSEEN = r"""() => {
  const unseen = /[\u0000-\u0008\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]|\udb40[\udc00-\udc7f]/u;
  const found = [];
  for (const element of document.querySelectorAll("*:not(#settings-form [name='name'])"))
    for (const {name, value} of element.attributes)
      if (unseen.test(value)) found.push(`${element.localName} ${name}: ${value.slice(0, 80)}`);
  const texts = document.createTreeWalker(document, NodeFilter.SHOW_TEXT);
  while (texts.nextNode())
    if (unseen.test(texts.currentNode.data)) found.push(texts.currentNode.data.slice(0, 80));
  return found;
}"""


class HostileAgent(Agent):
    """An agent whose program has a hostile name too."""

    def call(self, tool: str, **arguments: Any) -> dict[str, Any]:
        """Call a tool and return its structured answer, an error or not."""
        params = {"name": f"respira_wordpress_{tool}", "arguments": arguments}
        message = json.dumps(
            {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}, ensure_ascii=False
        )
        headers = {
            "Content-Type": "application/json",
            "Accept": "application/json, text/event-stream",
            "Authorization": f"Bearer {self._key}",
            "User-Agent": CLIENT,
        }
        request = urllib.request.Request(self._url, message.encode(), headers)
        with urllib.request.urlopen(request, timeout=120) as heard:
            answer = json.load(heard)
        content: dict[str, Any] = answer["result"]["structuredContent"]
        return content


def plan(agent: HostileAgent) -> dict[str, str]:
    """Plan steps in which everything that can be named is hostile; return their ids, by what they are about."""
    agent.call("begin_session", mode="plan", title=MARKUP, note=f"{MARKUP} {HIDDEN}")
    menu = agent.call("list_menu_items", menu_id=3)["items"]
    planned = {
        "page": agent.call("update_page", id=42, title=f"{MARKUP} {HIDDEN}", content=CONTENT, _respira_note=MARKUP),
        "line": agent.call("update_page", id=44, content=LINE, _respira_note=LINE[:1_000]),
        "deep": agent.call("create_page", title=HIDDEN, content=DEEP, excerpt=MARKUP),
        "large": agent.call("create_page", title="A" * 2_000, content=LARGE),
        "link": agent.call("create_menu_item", menu_id=3, title=MARKUP, url=f"https://elsewhere.example/?q={MARKUP}"),
        "menu": agent.call("update_menu_item", item_id=menu[0]["id"], title=MARKUP, description=HIDDEN, position=3),
        "term": agent.call("create_term", taxonomy="category", name=f"{HIDDEN} {MARKUP}", description=CONTENT),
        "option": agent.call("update_option", option="blogdescription", value=MARKUP),
        "meta": agent.call("update_page", id=46, meta={MARKUP: MARKUP, HIDDEN: HIDDEN, **SECRETS}, excerpt=MARKUP),
        "comment": agent.call("create_comment", post_id=101, content=CONTENT, author=MARKUP),
    }
    return {about: str(step.get("step_id") or step) for about, step in planned.items()}


def found_wrong_in(page: Page) -> list[str]:
    """What the hostile words became on a page, in its frames too, that they must not."""
    page.wait_for_load_state()
    wrong = [f"{frame.url}: {found}" for frame in page.frames for found in frame.evaluate(FOUND)]
    wrong += [f"unseen: {found}" for frame in page.frames for found in frame.evaluate(UNSEEN)]
    wide = page.evaluate("() => document.documentElement.scrollWidth - window.innerWidth")
    wrong += [f"{wide} px wider than the screen"] if wide > 0 else []
    wrong += ["a secret"] if "CANARY-" in page.content() else []
    return wrong + ([f"called {page.title()}"] if page.title() == "taken" else [])
