"""Prove that the site takes our login, and say in words why not.

Public pages answer everybody, so a site counts as connected only when it tells who we are. A wrong password and a
header that the web server swallows look exactly alike from here: the likelier cause is named, and the other stands in
the details, as `otherwise`.
"""

from __future__ import annotations

from dataclasses import dataclass

from webapp.errors import SiteTrouble
from webapp.wordpress.client import WordPress

_UNKNOWN_USER = frozenset({"invalid_username", "invalid_email"})
_WRONG_PASSWORD = frozenset({"incorrect_password"})
SERVER_SETTING = (
    "Apache: 'CGIPassAuth On', or 'SetEnvIf Authorization \"(.*)\" HTTP_AUTHORIZATION=$1' in .htaccess; "
    "nginx with PHP-FPM: 'fastcgi_param HTTP_AUTHORIZATION $http_authorization;'."
)


@dataclass(frozen=True)
class Login:
    """Who we are on the site.

    Args:
        user_id: the WordPress user's id; None where the site does not let users be read.
        name: the display name, else the user name.
        roles: such as ("administrator",); empty where they could not be read.
        capabilities: what the user may do; empty where it could not be read.
    """

    user_id: int | None
    name: str
    roles: tuple[str, ...]
    capabilities: frozenset[str]


def prove(wp: WordPress) -> Login:
    """Return who the site says we are.

    Where a plugin hides the users but the login reads pages for editing, the login counts as proved, with
    the user unknown.

    Raises:
        SiteTrouble: respira_login_not_accepted, with the site's own code in details; respira_site_gated;
            or what the way there raised.
    """
    username = wp.connection.username
    try:
        me = wp.get("wp/v2/users/me", context="edit").body
    except SiteTrouble as trouble:
        if _users_may_be_hidden(trouble) and _reads_for_editing(wp):
            return Login(None, username, (), frozenset())
        if trouble.code == "rest_not_logged_in" and _passwords_not_offered(wp):
            raise _not_offered(trouble) from trouble
        raise explained(trouble, username) from trouble
    if not isinstance(me, dict) or not isinstance(me.get("id"), int):
        raise SiteTrouble("respira_site_not_json", "The site did not tell who we are.", written="no")
    capabilities = me.get("capabilities")
    held = capabilities.items() if isinstance(capabilities, dict) else ()
    return Login(
        user_id=me["id"],
        name=str(me.get("name") or username),
        roles=tuple(str(role) for role in me.get("roles") or ()),
        capabilities=frozenset(name for name, has in held if has),
    )


def explained(trouble: SiteTrouble, username: str) -> SiteTrouble:
    """Return a trouble with the login in words for the person who connects the site.

    What is no trouble with the login comes back as it is.
    """
    code = trouble.code
    if code.startswith("respira_"):
        return trouble
    if code == "rest_not_logged_in":
        return _not_accepted(
            trouble,
            "Most likely the user name or the application password is mistyped, or not valid any more. "
            "WordPress took us for a stranger.",
            hint="Copy both from WordPress again.",
            otherwise=f"The web server may not pass the login on; WordPress answers the same then. {SERVER_SETTING}",
        )
    if code in _UNKNOWN_USER:
        return _not_accepted(
            trouble,
            f"WordPress knows no user '{username}'.",
            hint="Use the login name or e-mail address, not the label given to the application password.",
        )
    if code in _WRONG_PASSWORD:
        return _not_accepted(
            trouble,
            "WordPress received the login, but the application password is not right for this user.",
            hint="Make a new application password in the user's profile; the account's own does not work.",
        )
    return _not_accepted(
        trouble,
        f"Something on the site switched this access off: a plugin, or a rule of the host. "
        f"The site says {code}: {trouble.message}",
        hint="Look in the security plugin's settings for application passwords and the REST interface.",
    )


def _users_may_be_hidden(trouble: SiteTrouble) -> bool:
    if trouble.code in _UNKNOWN_USER | _WRONG_PASSWORD or trouble.code == "respira_site_gated":
        return False
    return trouble.status in (401, 403, 404) or trouble.code == "respira_site_asks_sign_in"


def _reads_for_editing(wp: WordPress) -> bool:
    try:
        wp.get("wp/v2/pages", context="edit", per_page=1, _fields="id")
    except SiteTrouble:
        return False
    return True


def _passwords_not_offered(wp: WordPress) -> bool:
    try:
        index = wp.get("", _fields="authentication").body
    except SiteTrouble:
        return False
    return isinstance(index, dict) and "authentication" in index and not index["authentication"]


def _not_offered(trouble: SiteTrouble) -> SiteTrouble:
    return _not_accepted(
        trouble,
        "The site does not offer application passwords, and took us for a stranger. A plugin may have "
        "switched them off; or WordPress does not see that the site is on HTTPS, as happens behind a proxy; or "
        "it is older than version 5.6, which brought them.",
        hint="Look at Site Health, in the security plugin, and at the proxy's X-Forwarded-Proto header.",
    )


def _not_accepted(trouble: SiteTrouble, sentence: str, *, hint: str, **details: str) -> SiteTrouble:
    return SiteTrouble(
        "respira_login_not_accepted",
        sentence,
        status=trouble.status,
        written="no",
        hint=hint,
        site_code=trouble.code,
        site_message=trouble.message,
        **details,
    )
