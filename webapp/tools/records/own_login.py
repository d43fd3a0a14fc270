"""The user that a site's own login is: who, in which roles, with which rights. It only reads."""

from __future__ import annotations

from dataclasses import dataclass

from webapp.errors import Refusal, SiteTrouble
from webapp.wordpress.client import WordPress

STRIPS = "a save by the site's own login would strip the HTML of whatever it saves."


@dataclass(frozen=True)
class OwnLogin:
    """A site's own login, as WordPress tells of it."""

    id: int
    roles: tuple[str, ...]
    rights: frozenset[str]

    @property
    def saves_untouched(self) -> bool:
        """Whether a save by the login leaves the text of an item as it is, also where only another field is sent."""
        return "unfiltered_html" in self.rights

    def demand(self, right: str, words: str) -> None:
        """Demand that the login has a right of WordPress.

        Args:
            words: what it may not do, as a sentence.

        Raises:
            Refusal: `respira_site_forbids`.
        """
        if right not in self.rights:
            raise Refusal("respira_site_forbids", words)


def own_login(site: WordPress) -> OwnLogin:
    """Ask a site who its login is.

    Raises:
        SiteTrouble: the site did not tell.
    """
    body = site.get("wp/v2/users/me", context="edit", _fields="id,roles,capabilities").body
    if not isinstance(body, dict) or not isinstance(body.get("id"), int):
        raise SiteTrouble("respira_site_not_json", "The site did not tell who its login is.", written="no")
    rights = body.get("capabilities")
    held = [name for name, has in rights.items() if has] if isinstance(rights, dict) else []
    return OwnLogin(body["id"], tuple(map(str, body.get("roles") or ())), frozenset(held))
