"""Sayso's own programs, which kill themselves at the n-th point at which something was, or is about to be, changed.

A point is a statement that changes a row, a commit before and after it, a request before it leaves, once it has left,
and once its answer is there. So n goes over every place between two of them. The programs are Sayso's, as they are:
this file listens to SQLAlchemy and to httpx, and says nothing to them but, at one point, good-bye.

It is a program of its own, and as such it sets its own clock: a lease lasts a second and a half here instead of
fifteen, and a request of a dead program is on its way for seconds instead of minutes, so that hundreds of deaths take
minutes.

It is started once and forks, since loading Sayso takes longer than most of these programs live. It reads orders from
its input, a line of JSON each, and answers each with a line: the id of what it started, or how that ended.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
from datetime import timedelta
from typing import Any

import httpx
from sqlalchemy import Engine, event, select
from sqlalchemy.orm import Session

from webapp import app, cli
from webapp.core import copies, leases, reconciling
from webapp.data import Copy, Person, Site
from webapp.laying import lay_desk
from webapp.settings import Settings

CHANGES = ("INSERT", "UPDATE", "DELETE")
_LASTS = timedelta(seconds=1.5)
_ON_ITS_WAY = timedelta(seconds=3)


class Points:
    """The points that this program comes by.

    Args:
        at: the one at which it happens; 0 for none.
        told: a file that each point is written to, for whoever looks at what happened.
    """

    def __init__(self, at: int, told: int) -> None:
        self._at, self._told = at, told
        self._lock, self._count = threading.Lock(), 0

    def pass_by(self, what: str) -> None:
        """Come by a point, and end there where it is the one. Leases are renewed by the clock: that is none."""
        if "_renew" in threading.current_thread().name:
            return
        with self._lock:
            self._count += 1
            os.write(self._told, f"{self._count} {what}\n".encode())
            if self._count == self._at:
                os.kill(os.getpid(), signal.SIGKILL)
                signal.pause()

    def listen(self) -> None:
        """Listen to the database and to what is sent to sites."""

        @event.listens_for(Engine, "before_cursor_execute")
        def statement(_connection: Any, _cursor: Any, words: str, *_rest: Any) -> None:
            if words.lstrip().startswith(CHANGES):
                self.pass_by(f"database {' '.join(words.split()[:3])}")

        event.listen(Engine, "commit", lambda _connection: self.pass_by("database about to commit"))
        event.listen(Session, "after_commit", lambda _session: self.pass_by("database committed"))
        self._listen_to_requests()

    def _listen_to_requests(self) -> None:
        points, send = self, httpx.HTTPTransport.handle_request

        def listened(self: httpx.HTTPTransport, request: httpx.Request) -> httpx.Response:
            line, watch = f"{request.method} {request.url.path}", request.extensions["trace"]

            def trace(name: str, told: dict[str, Any]) -> None:
                watch(name, told)
                if name == "http11.send_request_body.complete":
                    points.pass_by(f"site has all of {line}")

            if request.method == "GET":
                return send(self, request)
            points.pass_by(f"site about to get {line}")
            request.extensions["trace"] = trace
            answer = send(self, request)
            points.pass_by(f"site answered {line}")
            return answer

        setattr(httpx.HTTPTransport, "handle_request", listened)  # noqa: B010 - listening, in a program of its own


def run(command: list[str]) -> None:
    """Run one of Sayso's programs until it ends; `web` with a server that needs no further process."""
    if command[0] == "web":
        from werkzeug.serving import make_server

        make_server("127.0.0.1", int(command[1]), app.from_environment(), threaded=True).serve_forever()
    elif command[0] == "worker":
        cli.main(["worker"])
    elif command[0] == "approve":
        _approve(command[1])
    else:
        raise ValueError(command[0])


def _approve(copy: str) -> None:
    """Do what the web program does when the button below the comparison of a copy is pressed."""
    desk = lay_desk(Settings.from_environment(), lambda _work: None)
    with desk.reading() as session:
        row, site = session.execute(
            select(Copy, Site).join(Site, Site.id == Copy.site_id).where(Copy.public_id == copy)
        ).one()
        owner = session.scalars(select(Person)).one()
    copies.approve(desk, owner, row, site, copies.digest_of(copies.compare(desk, row, site)))


def _live(order: dict[str, Any]) -> None:
    """Be one of Sayso's programs, in a process that was just forked."""
    told = os.open(order["told"], os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    silent = os.open(order["told"] + ".log", os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    os.dup2(silent, 1)
    os.dup2(silent, 2)
    leases.LASTS, leases.RENEWED_EVERY = _LASTS, 0.4
    reconciling.LOOKS = (0.05, 0.1, 0.2)
    reconciling.ON_ITS_WAY = _ON_ITS_WAY
    Points(order["at"], told).listen()
    run(order["command"])


def main() -> None:
    """Take orders: `start` with what to run, `look` whether it has ended and how, `end` to kill it."""
    child = 0
    for line in sys.stdin:
        order = json.loads(line)
        if order["do"] == "start":
            child = os.fork()
            if child == 0:
                _live(order)
                os._exit(0)
            print(child, flush=True)
            continue
        if order["do"] == "end":
            os.kill(child, signal.SIGKILL)
        ended, status = os.waitpid(child, 0 if order["do"] == "end" else os.WNOHANG)
        print(os.waitstatus_to_exitcode(status) if ended else "", flush=True)


if __name__ == "__main__":
    main()
