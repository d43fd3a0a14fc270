"""Read from and write to one WordPress site.

A read is tried again when the way there failed, and follows redirects on the same site. A write is sent once
and follows nothing, because a redirected or repeated write is a lost or doubled one; only one that was not taken
because there were too many (429) is sent a second time, after the wait. It does not know which
fields a page has: that is said by the tools above.
"""

from __future__ import annotations

import base64
import hashlib
import json
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any

import httpx

from webapp.errors import SiteTrouble
from webapp.wordpress import barriers, caches
from webapp.wordpress.answers import Answer, NoJson, answer_of
from webapp.wordpress.urls import url_of
from webapp.wordpress.verdicts import error_status, is_error_body, retry_after, verdict
from webapp.wordpress.wire import Headers, Patience, Reply, ReplyTooLong, Wire, was_never_sent, why

PER_PAGE = 100
MOST_PAGES = 1000
MOST_REDIRECTS = 3
_SEE_OTHER, _SAME_METHOD = 303, frozenset({307, 308})
# What stands in front of WordPress got nothing from it; above 504 are the numbers of large networks and hosts.
_WORTH_ANOTHER_TRY = frozenset({502, 503, 504, 508, *range(520, 525), 530})
# Whoever cuts the query off, or keeps answers without it, gives the first page again and again.
_SAME_AGAIN = "The site gives the same page of a list again and again, so the list can not be read whole."

__all__ = ["Answer", "Connection", "Patience", "WordPress"]


@dataclass(frozen=True)
class Connection:
    """How to reach one site.

    Args:
        rest_root: such as "https://x/blog/wp-json/", "https://x/?rest_route=/" or with index.php.
        username: the login name or e-mail address.
        app_password: an application password, with or without its spaces; never shown in a repr.
    """

    rest_root: str
    username: str
    app_password: str = field(repr=False)

    @property
    def authorization(self) -> str:
        """The value of the Authorization header. Never log it."""
        pair = f"{self.username}:{self.app_password}".encode()
        return "Basic " + base64.b64encode(pair).decode("ascii")


class WordPress:
    """One site, spoken to as one user. A context manager; close it.

    Args:
        connection: root and login.
        allow_private: whether the site may stand on a private network.
        patience: timeouts in seconds: connect 10, read 60, write 60 unless said otherwise.

    Attributes:
        wrote: whether any write so far was taken, or may have been: then an error of a later one is no proof
            that the site is unchanged.
        noisy: whether other text stood around the JSON of any answer so far.
        cached: whether a cache answered any read so far in the site's place.
        may_send: called right before each request that writes; what it raises is raised, and nothing is sent.
        taken: called once, when the site answered the first write and took it; it raises nothing.
        allow_private: as given.
    """

    def __init__(self, connection: Connection, *, allow_private: bool, patience: Patience | None = None) -> None:
        self.connection = connection
        self.wrote = False
        self.noisy = False
        self.cached = False
        self.may_send: Callable[[], None] | None = None
        self.taken: Callable[[], None] | None = None
        self.allow_private = allow_private
        self._patience = patience or Patience()
        headers = {"Authorization": connection.authorization, "Accept": "application/json", **caches.ASKED}
        self._wire = Wire(allow_private=allow_private, patience=self._patience, headers=headers)

    def get(self, path: str, **query: Any) -> Answer:
        """Read a REST path, such as "wp/v2/pages/42".

        Tried again, after a short pause, when the connection fails or nothing came from WordPress (502, 503, 504 and
        their like); waits out a 429 or 503 where the site asks for few seconds. Not tried again after a read timeout.
        What a cache answered is asked for once more, past the cache.

        Raises:
            SiteTrouble: with written "no", whatever happened.
            Refusal: respira_address_not_allowed.
        """
        # A cache that does not say so may still hold what was there before our own write.
        past = self.cached or self.wrote
        reply = self._asked_for(path, {**query, **caches.mark()} if past else query)
        if not past and caches.answered(reply.status, reply.headers):
            self.cached = True
            reply = self._asked_for(path, {**query, **caches.mark()})
        return self._noted(_understood(reply, writes=False))

    def _asked_for(self, path: str, query: dict[str, Any]) -> Reply:
        url = url_of(self.connection.rest_root, path, query)
        pauses = iter(self._patience.pauses)
        while True:
            pause = next(pauses, None)
            try:
                reply = self._follow(url)
            except httpx.RequestError as fault:
                if pause is None or isinstance(fault, httpx.ReadTimeout | ReplyTooLong):
                    raise _unreachable(fault) from fault
            else:
                pause = self._wait_for(reply, pause)
                if pause is None:
                    return reply
            time.sleep(pause or 0)

    def get_all(self, path: str, **query: Any) -> list[dict[str, Any]]:
        """Read every page of a list, 100 items a page. Pass orderby="id" where equal dates could mix pages.

        Raises:
            SiteTrouble: as get; respira_site_not_json when the answer is no list, or one page of it comes twice.
        """
        items: list[dict[str, Any]] = []
        last: list[dict[str, Any]] = []
        for page in range(1, MOST_PAGES + 1):
            try:
                answer = self.get(path, **{**query, "per_page": PER_PAGE, "page": page})
            except SiteTrouble as trouble:
                # Items deleted while we turned the pages can make the last page vanish.
                if page > 1 and trouble.code.endswith("_invalid_page_number"):
                    break
                raise
            if not isinstance(answer.body, list) or not all(isinstance(one, dict) for one in answer.body):
                raise SiteTrouble("respira_site_not_json", "The site answered no list.", written="no")
            if answer.body and answer.body == last:
                raise SiteTrouble("respira_site_not_json", _SAME_AGAIN, written="no")
            last = answer.body
            items += last
            if not last or not _goes_on(answer, page, len(items)):
                break
        return items

    def post(self, path: str, body: dict[str, Any]) -> Answer:
        """Write to a REST path. Sent once, never redirected; after a 429 once more, where the wait is short.

        Raises:
            SiteTrouble: `written` says whether something may have been saved. respira_outcome_unknown when
                the answer was lost or cannot be read; respira_site_unreachable when nothing was sent;
                respira_site_redirects; else the site's own code. After a second 429 `details["retry_after"]` holds
                the seconds the site asks for, if it does.
            Refusal: respira_address_not_allowed.
        """
        # Escaped to ASCII, a lone surrogate reaches the site, which refuses it cleanly.
        content = json.dumps(body).encode("ascii")
        return self._write("POST", path, {}, content, {"Content-Type": "application/json"})

    def upload(self, path: str, content: bytes, *, name: str, kind: str, **query: Any) -> Answer:
        """Send a file, its words as query. Sent once, never redirected.

        The site compares a hash of what arrived, so it keeps no file that was cut short on the way.

        Args:
            name: what the file is to be called there, with its ending.
            kind: its MIME type, such as "image/png".

        Raises:
            SiteTrouble: as post.
        """
        bare = "".join(sign for sign in name if sign.isprintable() and sign not in '"\\')
        headers: Headers = {
            "Content-Type": kind,
            # Some sites keep the letters of another name than ASCII, and refuse the form meant for them.
            "Content-Disposition": f'attachment; filename="{bare}"'.encode(),
            "Content-MD5": hashlib.md5(content, usedforsecurity=False).hexdigest(),
        }
        return self._write("POST", path, query, content, headers)

    def delete(self, path: str, **query: Any) -> Answer:
        """Delete at a REST path, with force=True and the like as query. Sent once, never redirected.

        Raises:
            SiteTrouble: as post.
        """
        return self._write("DELETE", path, query, None, {})

    def _write(
        self, method: str, path: str, query: dict[str, Any], content: bytes | None, headers: Headers
    ) -> Answer:
        try:
            answer = self._sent(method, url_of(self.connection.rest_root, path, query), content, headers)
        except SiteTrouble as trouble:
            self.wrote = self.wrote or trouble.written != "no"
            raise
        self.wrote = True
        taken, self.taken = self.taken, None
        if taken is not None:
            taken()
        return answer

    def _sent(self, method: str, url: str, content: bytes | None, headers: Headers) -> Answer:
        try:
            reply = self._sent_once(method, url, content, headers)
            wait = self._wait_for_turn(reply)
            if wait is not None:
                time.sleep(wait)
                reply = self._sent_once(method, url, content, headers)
        except httpx.RequestError as fault:
            if was_never_sent(fault):
                raise _unreachable(fault) from fault
            words = f"The answer was lost, so it is not known whether the change was saved. {why(fault)}"
            raise SiteTrouble("respira_outcome_unknown", words, written="perhaps") from fault
        if 300 <= reply.status < 400:
            raise _redirected(reply, writes=True)
        return self._noted(_understood(reply, writes=True, sent=content))

    def _sent_once(self, method: str, url: str, content: bytes | None, headers: Headers) -> Reply:
        if self.may_send is not None:
            self.may_send()
        return self._wire.send(method, url, content=content, headers=headers)

    def _noted(self, answer: Answer) -> Answer:
        self.noisy = self.noisy or answer.noise
        return answer

    def _follow(self, url: str) -> Reply:
        reply = self._wire.send("GET", url)
        for _ in range(MOST_REDIRECTS):
            target = reply.redirects_to
            if target is None:
                break
            # The login goes along, so it goes to the same site only, and never from https back to http.
            if not _same_site(reply.url, target):
                raise _redirected(reply)
            reply = self._wire.send("GET", str(target))
        if reply.sends_on:
            raise _redirected(reply)
        return reply

    def _wait_for(self, reply: Reply, pause: float | None) -> float | None:
        """Return the seconds to wait before the read is tried again, or None to take the reply as it is."""
        if pause is None:
            return None
        return self._asked_wait(reply, pause) if reply.status in {429, *_WORTH_ANOTHER_TRY} else None

    def _wait_for_turn(self, reply: Reply) -> float | None:
        """Return the seconds to wait before a write that was one too many is sent again; None where it is not."""
        if reply.status != 429 or not self._patience.pauses:
            return None
        return self._asked_wait(reply, self._patience.pauses[-1])

    def _asked_wait(self, reply: Reply, pause: float) -> float | None:
        asked = retry_after(reply)
        wait = pause if asked is None else float(asked)
        return wait if wait <= self._patience.retry_after else None

    def close(self) -> None:
        """Close every connection to the site."""
        self._wire.close()

    def __enter__(self) -> WordPress:
        return self

    def __exit__(
        self,
        exc_type: type[BaseException] | None,
        exc_value: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()


def _understood(reply: Reply, *, writes: bool, sent: bytes | None = None) -> Answer:
    if not 200 <= reply.status < 300:
        raise verdict(reply, writes=writes, sent=sent)
    try:
        answer = answer_of(reply)
    except NoJson as fault:
        if writes and barriers.seen(reply) is None:
            words = "The site answered, but not with WordPress's data, so it is not known what it saved."
            raise SiteTrouble("respira_outcome_unknown", words, written="perhaps") from fault
        raise verdict(reply, writes=writes, sent=sent) from fault
    # Without a status of its own, such as where PHP lost it or a plugin gives none, it is an error all the same.
    if error_status(reply, answer.body) >= 400 or is_error_body(answer.body):
        raise verdict(reply, writes=writes, sent=sent)
    return answer


def _goes_on(answer: Answer, page: int, so_far: int) -> bool:
    """Tell whether a list goes on: by the number of its pages, else of its items, else by a page being full."""
    if answer.total_pages is not None:
        return page < answer.total_pages
    if answer.total is not None:
        return so_far < answer.total
    return len(answer.body) >= PER_PAGE


def _unreachable(fault: httpx.RequestError) -> SiteTrouble:
    begin = "could not be reached" if was_never_sent(fault) else "gave no whole answer"
    words = f"The site {begin}. {why(fault)}"
    return SiteTrouble("respira_site_unreachable", words, written="no")


def _same_site(here: httpx.URL, there: httpx.URL) -> bool:
    if here.host != there.host or there.userinfo:
        return False
    upgraded = here.scheme == "http" and there.scheme == "https" and here.port is None and there.port is None
    return upgraded or (here.scheme == there.scheme and here.port == there.port)


def _redirected(reply: Reply, *, writes: bool = False) -> SiteTrouble:
    target = reply.redirects_to
    place = f"{target.scheme}://{target.netloc.decode('ascii')}{target.path}"[:300] if target else ""
    words = f"The site sends this call on to {place or 'another address'} and did not take it itself."
    untaken = not writes or _is_untaken(reply, target)
    return SiteTrouble("respira_site_redirects", words, written="no" if untaken else "perhaps", target=place)


def _is_untaken(reply: Reply, target: httpx.URL | None) -> bool:
    """Tell whether a redirect proves that WordPress did not begin with a write: it wants the same call at another
    spelling of the same place, or somebody to sign in. Others may be sent on after saving, as forms are."""
    if target is None or reply.status == _SEE_OTHER:
        return False
    if reply.status in _SAME_METHOD:
        return True
    same = target.path.rstrip("/") == reply.url.path.rstrip("/")
    return same or barriers.leads_to_sign_in(target.path)
