"""The agent's part in the demo: the worked example, played through the MCP door like any client would."""

from __future__ import annotations

import itertools
import json
import time
import urllib.error
import urllib.request
from typing import Any

from webapp import clock

TITLE = "A new title for About, a Services link, and the old Team draft goes"
NOTE = (
    "You asked: on the About page change the title to Our story, add a Services link to the main menu, and get rid "
    "of the old Team draft."
)
_LOOK_AGAIN = 0.05


def wait_until_heard(address: str, seconds: float) -> None:
    """Wait until something answers at an address.

    Raises:
        TimeoutError: nothing did in time.
    """
    give_up = clock.monotonic() + seconds
    while clock.monotonic() < give_up:
        try:
            with urllib.request.urlopen(address, timeout=5):  # noqa: S310 - an address of our own making
                return
        except urllib.error.HTTPError:
            return
        except OSError:
            time.sleep(_LOOK_AGAIN)
    raise TimeoutError(f"Nothing answered at {address} within {seconds:.0f} seconds.")


def play(mcp_url: str, key: str) -> list[str]:
    """Plan the worked example with what the site has: a new title, a menu link, an old draft for the bin.

    Returns:
        The ids of the planned steps.
    """
    agent = Agent(mcp_url, key)
    agent.call("begin_session", mode="plan", title=TITLE, note=NOTE)
    published = agent.call("list_pages", status="publish", search="About")["pages"]
    drafts = agent.call("list_pages", status="draft", search="Team")["pages"]
    services = agent.call("list_pages", status="publish", search="Services")["pages"]
    menus = agent.call("list_menus")["menus"]
    planned = []
    if published:
        why = "The page tells how the workshop came about."
        planned.append(agent.call("update_page", id=published[0]["id"], title="Our story", _respira_note=why))
    if menus:
        aim = {"object_type": "page", "object_id": services[0]["id"]} if services else {"url": "/services/"}
        why = "Visitors look for your services in the menu."
        planned.append(
            agent.call("create_menu_item", menu_id=menus[0]["id"], title="Services", _respira_note=why, **aim)
        )
    if drafts:
        why = "It was never published, and the names on it are out of date."
        planned.append(agent.call("delete_page", id=drafts[0]["id"], _respira_note=why))
    return [step["step_id"] for step in planned]


class Agent:
    """A client of the MCP door that needs nothing but the standard library."""

    def __init__(self, mcp_url: str, key: str) -> None:
        self._url, self._key = mcp_url, key
        self._ids = itertools.count(1)

    def call(self, tool: str, **arguments: Any) -> dict[str, Any]:
        """Call a tool and return its structured answer.

        Raises:
            RuntimeError: the tool answered an error.
        """
        params = {"name": f"respira_wordpress_{tool}", "arguments": arguments}
        message = {"jsonrpc": "2.0", "id": next(self._ids), "method": "tools/call", "params": params}
        request = urllib.request.Request(  # noqa: S310 - an address of our own making
            self._url,
            json.dumps(message).encode(),
            {
                "Content-Type": "application/json",
                "Accept": "application/json, text/event-stream",
                "Authorization": f"Bearer {self._key}",
                "User-Agent": "sayso-demo/1",
            },
        )
        with urllib.request.urlopen(request, timeout=60) as heard:  # noqa: S310 - as above
            answer = json.load(heard)
        result = answer.get("result", {})
        if "error" in answer or result.get("isError"):
            raise RuntimeError(f"{tool}: {answer.get('error') or result.get('structuredContent')}")
        content: dict[str, Any] = result["structuredContent"]
        return content
