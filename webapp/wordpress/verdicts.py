"""What an error answer means, and whether something may have been saved all the same.

An error of WordPress is not proof that nothing changed: a title is saved before a forbidden meta key fails.
So "nothing was written" is said only of answers that come before any saving, listed here one by one.
Nothing is sent from here.
"""

from __future__ import annotations

import html
import math
import re
from datetime import datetime
from email.utils import parsedate_to_datetime
from typing import Any, Literal

from webapp import clock
from webapp.errors import SiteTrouble
from webapp.wordpress import barriers
from webapp.wordpress.answers import NoJson, find_json
from webapp.wordpress.sent import is_too_large, size_sentence, wide_signs
from webapp.wordpress.wire import Reply

LONGEST_MESSAGE = 500

# Statuses that come before any saving, whoever answers: no login, no such item or method, binned already,
# too large for the web server in body, address or headers, too many calls.
_BEFORE_SAVING = frozenset({401, 404, 405, 410, 413, 414, 429, 431})

# Codes that WordPress answers before it saves: arguments against the schema, rights looked up first,
# something of that name or id there already. "rest_cannot_update" is missing on purpose: it is said of a
# meta key after the item was saved.
_CODES_BEFORE_SAVING = frozenset(
    {
        "rest_invalid_param",
        "rest_missing_callback_param",
        "rest_invalid_json",
        "rest_not_logged_in",
        "rest_forbidden",
        "rest_forbidden_context",
        "rest_cannot_create",
        "rest_cannot_edit",
        "rest_cannot_delete",
        "rest_cannot_publish",
        "rest_cannot_edit_others",
        "rest_cannot_assign_sticky",
        "rest_cannot_assign_term",
        "rest_cannot_read",
        "rest_cannot_edit_roles",
        "rest_login_required",
        "rest_trash_not_supported",
        "application_passwords_disabled",
        "application_passwords_disabled_for_user",
        "term_exists",
        "menu_exists",
        "rest_post_exists",
        "rest_term_exists",
        "comment_duplicate",
        "comment_flood",
        "rest_batch_not_allowed",
        "rest_too_many_items",
        "rest_cannot_delete_active_plugin",
    }
)

_LESS = "Send less at once, or let the owner raise the limit of the web server or its firewall and apply again."
_LEAVE_OUT = "Plan it without these signs, or let the owner convert the site's database to utf8mb4."

_SAVED_BEFORE = frozenset({"rest_cannot_update"})

# A code is a name for programs, so it holds nothing that could be read as a sentence.
_ODD = re.compile(r"[^A-Za-z0-9_.-]+")
_TAG = re.compile(r"<(script|style)\b.*?</\1\s*>|<!--.*?-->|</?[a-zA-Z][^<>]*>", re.IGNORECASE | re.DOTALL)


def plain_text(text: str) -> str:
    """Return a site's message as sound text: tags stripped, entities decoded, at most 500 characters."""
    bare = " ".join(html.unescape(_TAG.sub(" ", text)).split())
    # Half a character, which JSON can spell, is no text that could be sent on.
    bare = bare.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return bare if len(bare) <= LONGEST_MESSAGE else bare[: LONGEST_MESSAGE - 1].rstrip() + "…"


def is_error_body(body: Any) -> bool:
    """Return whether the JSON has WordPress's error shape: code and message, both text."""
    return (
        isinstance(body, dict)
        and isinstance(body.get("code"), str)
        and isinstance(body.get("message"), str)
        and "id" not in body
    )


def error_status(reply: Reply, body: Any) -> int:
    """Return the status the answer means.

    After a notice printed too early PHP cannot set the status any more, and an error arrives as 200; then
    the status inside the body counts.
    """
    if reply.status < 400 and is_error_body(body) and isinstance(body.get("data"), dict):
        inner = body["data"].get("status")
        if isinstance(inner, int) and 400 <= inner <= 599:
            return inner
    return reply.status


def verdict(reply: Reply, *, writes: bool, sent: bytes | None = None) -> SiteTrouble:
    """Return the trouble that an error reply stands for.

    Args:
        reply: a reply whose status, or whose body after noise, is an error.
        writes: whether the request could have saved something.
        sent: the body of the request, where that may explain the error.
    """
    try:
        body, _ = find_json(reply)
    except NoJson:
        return _without_json(reply, writes=writes, sent=sent)
    if not is_error_body(body):
        return _without_json(reply, writes=writes, sent=sent)
    status, code = error_status(reply, body), _ODD.sub("_", body["code"])[:100]
    data = body.get("data") if isinstance(body.get("data"), dict) else {}
    signs = wide_signs(sent) if status == 500 and code.startswith("db_") else ""
    kept_from = f" The text has {signs}: the site's database may not be able to keep such signs." if signs else ""
    return SiteTrouble(
        code,
        (plain_text(body["message"]) or code) + kept_from,
        status=status if status >= 400 else None,
        written=_written(status, body["code"], data) if writes else "no",
        hint=_LEAVE_OUT if signs else _hint(status, reply),
        **_facts(reply, data),
    )


def _hint(status: int, reply: Reply) -> str | None:
    if status == 401:
        return "The site took this call for a stranger's. Prove the site's login again in Sayso."
    if status == 403:
        return "The WordPress user that is connected may not do this, or a plugin forbids it."
    wait = retry_after(reply) if status in (429, 503) else None
    if wait is not None:
        return f"Try again after {wait} seconds."
    return "Wait, then go on." if status == 429 else None


def _written(status: int, code: str, data: dict[str, Any]) -> Literal["no", "perhaps"]:
    # A refusal that names a meta key is said after the item itself was saved.
    if code in _SAVED_BEFORE or (status in (401, 403) and "key" in data):
        return "perhaps"
    if status in _BEFORE_SAVING:
        return "no"
    # No right, wrong argument, there already, not possible here; a 500 is never proof, whatever its code. Where PHP
    # lost the status, the code alone tells.
    return "no" if status in (200, 400, 403, 409, 501) and code in _CODES_BEFORE_SAVING else "perhaps"


def _facts(reply: Reply, data: dict[str, Any]) -> dict[str, Any]:
    facts: dict[str, Any] = {}
    if isinstance(data.get("params"), dict | list):
        params = data["params"]
        facts["params"] = (
            {str(name): plain_text(str(text)) for name, text in params.items()}
            if isinstance(params, dict)
            else [plain_text(str(name)) for name in params]
        )
    if isinstance(data.get("term_id"), int):
        facts["term_id"] = data["term_id"]
    if (wait := retry_after(reply)) is not None:
        facts["retry_after"] = wait
    return facts


def _without_json(reply: Reply, *, writes: bool, sent: bytes | None) -> SiteTrouble:
    barrier = None if reply.status == 401 else barriers.seen(reply)
    code, sentence, hint = (barrier.code, barrier.sentence, barrier.hint) if barrier else _meaning(reply)
    certain = not writes or reply.status in _BEFORE_SAVING or (barrier is not None and barrier.stops)
    # A gateway that gave up may leave WordPress at work; whoever says no ends the call, and the site can be read.
    over = barrier.ends if barrier else 400 <= reply.status < 500
    if sent is not None and barrier is None and is_too_large(reply.status, sent):
        sentence, hint = size_sentence(reply.status, sent), _LESS
    elif not certain and not over:
        code, sentence = "respira_outcome_unknown", f"{sentence} It is not known whether the change was saved."
        hint = None
    return SiteTrouble(
        code,
        sentence,
        status=reply.status if reply.status >= 400 else None,
        written="no" if certain else "perhaps",
        hint=hint,
        **_facts(reply, {}),
    )


def _meaning(reply: Reply) -> tuple[str, str, str | None]:
    challenge = reply.headers.get("www-authenticate", "").lower()
    if reply.status == 401 and challenge.startswith(("basic", "digest")):
        words = "Another password protects the whole site: the web server asks for it before WordPress."
        return "respira_site_gated", words, None
    if reply.status == 429:
        return "respira_site_rate_limited", "The site takes no more calls for the moment.", _hint(429, reply)
    if reply.status == 414:
        words = "The address of this call is longer than the site's web server takes."
        return "respira_site_not_json", words, _LESS
    # What is above 501 is said by whoever stands in front of WordPress and got nothing from it.
    if reply.status >= 502:
        words = f"The site answered {reply.status} and no content of its own."
        return "respira_site_unreachable", words, _hint(503, reply)
    words = f"The site answered {reply.status} with a page, not with WordPress's data."
    return "respira_site_not_json", words, None


def retry_after(reply: Reply) -> int | None:
    """Return the seconds the site asks to wait, from seconds or an HTTP date; None where it says nothing.

    A date is reckoned from the site's own clock where it tells that, since the two clocks may differ by hours.
    """
    text = reply.headers.get("retry-after", "").strip()
    if text.isascii() and text.isdigit() and len(text) < 10:
        return int(text)
    try:
        moment = parsedate_to_datetime(text)
        return max(0, math.ceil((moment - _now_there(reply)).total_seconds()))
    except (ValueError, TypeError):
        return None


def _now_there(reply: Reply) -> datetime:
    try:
        told = parsedate_to_datetime(reply.headers.get("date", ""))
    except (ValueError, TypeError):
        return clock.now()
    return told if told.tzinfo is not None else clock.now()
