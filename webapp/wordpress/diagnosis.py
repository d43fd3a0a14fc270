"""Look at a site from outside and say, check by check, what works, what does not, and what to do.

Nothing is raised: a site that is ill is the answer. Every request reads. What cannot be told apart from here, or was
not asked because something before it failed, is said to be unknown.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from webapp.wordpress.client import Connection, Patience
from webapp.wordpress.login import SERVER_SETTING, Login
from webapp.wordpress.looking import Seen, look
from webapp.wordpress.urls import is_plain

# Somebody waits for the answer, and a site that takes longer than this is ill.
QUICK = Patience(connect=5.0, read=10.0, write=10.0, whole=15.0, pauses=(), retry_after=0.0)
# WordPress says these only of a login that it received.
_RECEIVED = frozenset({"invalid_username", "invalid_email", "incorrect_password"})
_SWITCHED_OFF = frozenset({"application_passwords_disabled", "application_passwords_disabled_for_user"})
_WHERE_SWITCHED = "Look at Site Health, in the security plugin, and at the proxy's X-Forwarded-Proto header."
_RIGHTS = {
    "edit_pages": "edit pages",
    "delete_pages": "put pages in the trash",
    "edit_theme_options": "change menus",
    "manage_options": "change settings",
}


@dataclass(frozen=True)
class Finding:
    """What one check found.

    Args:
        check: its short name, the same in every diagnosis.
        ok: None where it cannot be told, or was not asked.
        found: a sentence or two for a person.
        do: what to do about it; empty where nothing is to be done.
    """

    check: str
    ok: bool | None
    found: str
    do: str = ""


@dataclass(frozen=True)
class Diagnosis:
    """All findings, the most important first, and the whole in a sentence or two.

    Args:
        login: who we are on the site; None where it did not tell.
    """

    healthy: bool
    summary: str
    findings: tuple[Finding, ...]
    login: Login | None


def diagnose(
    connection: Connection,
    home: str,
    *,
    needs: Sequence[str],
    allow_private: bool,
    patience: Patience = QUICK,
) -> Diagnosis:
    """Look at a site.

    Args:
        connection: the root and the login as they are kept.
        home: the address visitors use.
        needs: the capabilities that our tools need, whichever they are.
        allow_private: whether the site may stand on a private network.
        patience: how long to wait for each request; no request is made twice.
    """
    seen = look(connection, home, needs, allow_private=allow_private, patience=patience)
    findings = sorted((check(seen) for check in _CHECKS), key=lambda one: {False: 0, None: 1, True: 2}[one.ok])
    healthy = seen.login is not None and all(one.ok is not False for one in findings)
    return Diagnosis(healthy, _summary(seen, findings, healthy), tuple(findings), seen.login)


def _gate(seen: Seen) -> Finding:
    gated = seen.trouble("respira_site_gated")
    if gated is not None:
        return Finding("gate", False, gated.message, gated.hint)
    if seen.front is None and seen.index is None:
        return _not_asked("gate")
    if seen.front is not None and seen.front.status == 401:
        return Finding("gate", True, "Another password protects the front page, but not the REST interface.")
    return Finding("gate", True, "No other password stands in front.")


def _reach(seen: Seen) -> Finding:
    if seen.index is not None:
        return Finding("reach", True, f"The site answers at {seen.home}")
    unreachable = seen.trouble("respira_site_unreachable", "respira_address_not_allowed")
    if unreachable is not None and seen.front is not None and seen.front.status < 500:
        words = f"The front page answers, but the REST interface does not: {unreachable.message}"
        return Finding("reach", False, words, "Look for a firewall, a security plugin or an error in the site's log.")
    if unreachable is not None:
        return Finding("reach", False, seen.silence or unreachable.message, unreachable.hint)
    if seen.front is None:
        return Finding("reach", False, seen.silence, "Check that the site is up, then try again.")
    return Finding("reach", True, f"The site answers at {seen.home}")


def _redirects(seen: Seen) -> Finding:
    away = seen.trouble("respira_site_redirects")
    if away is not None and seen.moved is None:
        return Finding("redirects", False, away.message, away.hint)
    if seen.front is None:
        return _not_asked("redirects")
    led = str(seen.front.url)
    if led.rstrip("/") == seen.home.rstrip("/"):
        return Finding("redirects", True, "The site sends no call on to another address.")
    return Finding("redirects", True, f"The front page leads on to {led}; calls to the REST interface do not.")


def _json(seen: Seen) -> Finding:
    before = seen.trouble("respira_site_firewall", "respira_site_asks_sign_in")
    if before is not None:
        return Finding("json", False, before.message, before.hint)
    page = seen.trouble("respira_site_not_json")
    if page is not None and seen.moved is None and page.status != 404:
        return Finding(
            "json",
            False,
            page.message,
            "Look for a maintenance page, a firewall, or a security plugin that stands before /wp-json.",
        )
    if seen.index is None and not seen.moved and not seen.index_refuses_us:
        return _not_asked("json")
    if seen.noise:
        return Finding(
            "json",
            True,
            "The answers are WordPress's data, but something prints other text around them.",
            "Switch off the display of PHP notices (WP_DEBUG_DISPLAY), or find the plugin that prints.",
        )
    if seen.cached:
        return Finding(
            "json",
            True,
            "The answers are WordPress's data, but a cache gave one that it had kept, so Sayso asks past it.",
            "Let the cache, or the network in front of the site, leave out the REST interface.",
        )
    return Finding("json", True, "The answers are WordPress's data and nothing else.")


def _rest_root(seen: Seen) -> Finding:
    root = seen.connection.rest_root
    if seen.moved is not None:
        return Finding(
            "rest_root",
            False,
            f"The REST interface is not at {root} any more, but at {seen.moved.rest_root}",
            "Connect the site again in Sayso with the same address and login.",
        )
    if seen.refused is None or seen.index_refuses_us:
        return Finding("rest_root", True, f"The REST interface is at {root}")
    code = seen.refused.code
    absent = code in ("respira_not_wordpress", "rest_no_route") or (code, seen.refused.status) == (
        "respira_site_not_json",
        404,
    )
    if absent:
        return Finding(
            "rest_root",
            False,
            f"There is no WordPress REST interface at {root}, and none was found from the front page.",
            "Check that WordPress is there. Saving Settings, Permalinks once often brings /wp-json back.",
        )
    if code.startswith("respira_") and code != "respira_site_rate_limited":
        return _not_asked("rest_root")
    return Finding("rest_root", False, f"{code}: {seen.refused.message}", seen.refused.hint)


def _application_passwords(seen: Seen) -> Finding:
    name = "application_passwords"
    if seen.site_code in _SWITCHED_OFF:
        return Finding(name, False, f"The site switched them off: it says {seen.site_code}.", _WHERE_SWITCHED)
    if seen.index is None or "authentication" not in seen.index:
        offered = seen.moved is not None and seen.moved.application_passwords
        return Finding(name, True, "The site offers them.") if offered else _not_asked(name)
    if seen.index["authentication"]:
        return Finding(name, True, "The site offers them.")
    if seen.login is not None:
        return Finding(name, True, "The site does not offer them, but takes the login all the same.")
    return Finding(
        name,
        False,
        "The site does not offer application passwords. A plugin may have switched them off; or WordPress does not "
        "see that the site is on HTTPS, as happens behind a proxy; or it is older than version 5.6.",
        _WHERE_SWITCHED,
    )


def _login(seen: Seen) -> Finding:
    if seen.login is not None:
        return Finding("login", True, f"WordPress takes the login of {seen.connection.username}.")
    if seen.stranger is None:
        return _not_asked("login")
    return Finding("login", False, seen.stranger.message, seen.stranger.hint)


def _login_header(seen: Seen) -> Finding:
    name = "login_header"
    if seen.login is not None or seen.site_code in _RECEIVED | _SWITCHED_OFF:
        return Finding(name, True, "The web server passes the login on to WordPress.")
    if seen.site_code != "rest_not_logged_in":
        return _not_asked(name)
    return Finding(
        name,
        None,
        "It cannot be told from here whether the web server passes the login on: WordPress answers the same when it "
        "never received one.",
        f"If a new application password does not help, let the web server pass the header on. {SERVER_SETTING}",
    )


def _role(seen: Seen) -> Finding:
    if seen.login is None:
        return _not_asked("role")
    if not seen.login.roles:
        words = "The site does not tell which role the login has, so what it may do is not known beforehand."
        return Finding("role", None, words, "A security plugin may hide the users; agents can work all the same.")
    held = [need for need in seen.needs if need in seen.login.capabilities]
    lacking = [_RIGHTS.get(need, need) for need in seen.needs if need not in seen.login.capabilities]
    who = f"{seen.login.name}, role {', '.join(seen.login.roles)}"
    if not lacking:
        return Finding("role", True, f"{who}: may do all that the tools need.")
    advice = "Connect the site again as a user who may, if agents shall do that."
    return Finding("role", bool(held), f"{who}: may not {', '.join(lacking)}.", advice)


def _permalinks(seen: Seen) -> Finding:
    if seen.index is None and seen.moved is None:
        return _not_asked("permalinks")
    root = seen.connection.rest_root if seen.moved is None else seen.moved.rest_root
    if is_plain(root):
        return Finding("permalinks", True, "Plain permalinks: calls go through ?rest_route=, which works.")
    return Finding("permalinks", True, "Pretty permalinks: calls go through a path.")


def _not_asked(check: str) -> Finding:
    return Finding(check, None, "Not known: what comes before it has to work first.")


# In the order in which one thing depends on another.
_CHECKS: tuple[Callable[[Seen], Finding], ...] = (
    _gate,
    _reach,
    _redirects,
    _json,
    _rest_root,
    _application_passwords,
    _login,
    _login_header,
    _role,
    _permalinks,
)


def _summary(seen: Seen, findings: Sequence[Finding], healthy: bool) -> str:
    if healthy and seen.login is not None:
        role = f", role {', '.join(seen.login.roles)}" if seen.login.roles else ""
        return f"The connection works: the site answers and takes the login of {seen.connection.username}{role}."
    first = findings[0]
    more = len([one for one in findings if one.ok is False]) - 1
    others = f" {more} more {'thing needs' if more == 1 else 'things need'} attention." if more > 0 else ""
    return f"The connection does not work. {first.found} {first.do}".strip() + others
