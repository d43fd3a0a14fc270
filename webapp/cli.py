"""The `sayso` command: setting up, running the parts, and what an owner needs from a terminal.

Each command loads only what it needs, so that it starts fast.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from webapp.core import entrances
from webapp.core.entrances import Entrance
from webapp.errors import Refusal, Trouble
from webapp.settings import Settings, StdioSettings, WrongSettings, database_url

if TYPE_CHECKING:
    from webapp.core.desk import Desk


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command.

    Args:
        arguments: those after the command's name; the program's own when left out.

    Returns:
        The exit status.
    """
    chosen = _parser().parse_args(arguments)
    # Whatever is kept from here on, the database first of all, is for the eyes of whoever runs Sayso only.
    os.umask(0o077)
    run: Callable[[argparse.Namespace], int | None] = chosen.run
    try:
        return run(chosen) or 0
    except WrongSettings as fault:
        print(fault, file=sys.stderr)
        return 2
    except Trouble as trouble:
        also = trouble.details.get("otherwise", "")
        print(f"{trouble.message} {trouble.advice} {also}".strip(), file=sys.stderr)
        return 1
    except Exception as fault:
        from webapp.data import is_away

        if not is_away(fault):
            raise
        print(f"{Refusal('respira_database_away').message} {getattr(fault, 'orig', fault)}", file=sys.stderr)
        return 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("sayso", description="Plan mode for MCP clients.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    def add(name: str, run: Callable[[argparse.Namespace], int | None], about: str) -> argparse.ArgumentParser:
        command = commands.add_parser(name, help=about, description=about)
        command.set_defaults(run=run)
        return command

    add("migrate", _migrate, "Bring the database's tables up to date.")
    owner = add("add-person", _add_person, "Add a person who may sign in, and print a sign-in link.")
    owner.add_argument("email")
    owner.add_argument("name")
    link = add("sign-in-link", _sign_in_link, "Print a link that signs a person in once, within the hour.")
    link.add_argument("email")
    add(
        "reseal", _reseal, "Seal everything anew with the newest sealing key, so that an older one can be taken away."
    )
    doctor = add(
        "doctor", _operating("examine"), "Say what is wrong with this installation, and what to do about it."
    )
    doctor.add_argument("--sites", action="store_true", help="ask each connected site too")
    doctor.add_argument("--json", action="store_true", help="for programs")
    erase = add("erase", _operating("erase"), "Erase what ended longer ago than the settings keep it.")
    erase.add_argument("--dry-run", action="store_true", help="only say what would be erased, site by site")
    kept = add("backup", _operating("back_up"), "Copy the whole database into a new file, while Sayso runs.")
    kept.add_argument("file", type=Path)
    laid = add("restore", _operating("restore"), "Lay a backup out in a database that is missing or empty.")
    laid.add_argument("file", type=Path)
    laid.add_argument("--moved", action="store_true", help="nothing was done since the backup: go on from there")
    taken = add("export", _operating("export"), "Write every row into a new file, for either kind of database.")
    taken.add_argument("file", type=Path)
    moved = add("import", _operating("take_in"), "Lay the rows of an export into a database that is empty.")
    moved.add_argument("file", type=Path)
    moved.add_argument("--moved", action="store_true", help="nothing goes on where it is from: go on from there")
    served = add("web", _web, "Serve the pages and the doors.")
    served.add_argument("--host", default="127.0.0.1")
    served.add_argument("--port", type=int, default=8000)
    add("worker", _worker, "Carry out runs and sweep expired plans.")
    stdio = add("mcp", _mcp, "Speak MCP on standard input and output, for clients that start a command.")
    stdio.add_argument("--url", default="", help="where Sayso is; SAYSO_URL by itself")
    stdio.add_argument("--key", default="", help="the agent's key; better told with SAYSO_KEY, as others see options")
    stdio.add_argument(
        "--config", type=Path, help="where a redeemed key is kept; ~/.config/sayso/agent.json by itself"
    )
    sample = add("sample-site", _sample_site, "Serve the stand-in WordPress of the demo.")
    sample.add_argument("--file", required=True)
    sample.add_argument("--port", type=int, required=True)
    sample.add_argument("--quiet", action="store_true", help="do not print the address and the login")
    demo = add("demo", _demo, "Try Sayso: web, worker and a sample site in one, until Ctrl-C.")
    demo.add_argument("--port", type=int, default=0, help="where the pages are served; a free one by itself")
    demo.add_argument("--data", type=Path, help="keep everything in this folder; a temporary one by itself")
    demo.add_argument("--json", action="store_true", help="when ready, print one line of JSON and nothing else")
    demo.add_argument("--empty", action="store_true", help="do not play the agent's part: no plan waits")
    demo.add_argument("--wordpress", metavar="URL", help="use this WordPress instead of the sample site")
    demo.add_argument("--user", help="the WordPress user's login name")
    demo.add_argument("--app-password", metavar="PW", help="an application password of that user")
    return parser


def _migrate(_chosen: argparse.Namespace) -> None:
    from webapp.schema import upgrade
    from webapp.worker import Queue

    url = database_url()
    upgrade(url)
    queue = Queue(url)
    queue.lay_tables()
    queue.close()


@entrances.by(Entrance.COMMAND)
def _add_person(chosen: argparse.Namespace) -> None:
    from webapp.core import people

    with _desk() as desk:
        people.add(desk, chosen.email, chosen.name)
        print(f"{desk.settings.public_url}/sign-in/{people.make_link(desk, chosen.email)}")


@entrances.by(Entrance.COMMAND)
def _sign_in_link(chosen: argparse.Namespace) -> None:
    from webapp.core import people

    with _desk() as desk:
        print(f"{desk.settings.public_url}/sign-in/{people.make_link(desk, chosen.email)}")


@entrances.by(Entrance.COMMAND)
def _reseal(_chosen: argparse.Namespace) -> int:
    from webapp.operating import resealing

    with _desk() as desk:
        done = resealing.reseal(desk)
    print(resealing.told(done))
    return 1 if done.broken or done.left else 0


def _operating(name: str) -> Callable[[argparse.Namespace], int | None]:
    """Return what runs one of the commands about a whole installation, which are loaded when one is typed."""

    def run(chosen: argparse.Namespace) -> int | None:
        from webapp.operating import commands

        done: int | None = getattr(commands, name)(chosen)
        return done

    return run


@contextmanager
def _desk() -> Iterator[Desk]:
    from webapp.laying import demand_tables, lay_desk

    settings = Settings.from_environment()
    demand_tables(settings)
    desk = lay_desk(settings, lambda _run: None)
    try:
        yield desk
    finally:
        desk.database.close()


def _web(chosen: argparse.Namespace) -> int:
    from webapp.app import from_environment
    from webapp.serving import serve

    program = from_environment()
    desk: Desk = program.extensions["sayso.desk"]
    try:
        serve(program, chosen.host, chosen.port, desk.waiting_room.close)
    except OSError as fault:
        print(f"{chosen.host} port {chosen.port} can not be served: {fault.strerror}.", file=sys.stderr)
        return 1
    return 0


def _worker(_chosen: argparse.Namespace) -> None:
    from webapp import logs
    from webapp.laying import demand_tables, lay_desk
    from webapp.worker import Queue

    logs.set_up()
    settings = Settings.from_environment()
    demand_tables(settings)
    queue = Queue(settings.database_url)
    queue.work(lay_desk(settings, queue.wake))


def _mcp(chosen: argparse.Namespace) -> int:
    from webapp.doors.stdio import access, command
    from webapp.doors.stdio.carrier import Carrier

    settings = StdioSettings.from_environment()
    found = access.find(settings, url=chosen.url, key=chosen.key, file=chosen.config)
    return command.run(found, Carrier(found.url, https_proxy=settings.https_proxy, no_proxy=settings.no_proxy))


def _sample_site(chosen: argparse.Namespace) -> None:
    from webapp.sample_site import serve_forever

    serve_forever(chosen.file, chosen.port, quiet=chosen.quiet)


def _demo(chosen: argparse.Namespace) -> int:
    from webapp.demo import Wanted, play

    if chosen.wordpress and not (chosen.user and chosen.app_password):
        print("With --wordpress, give --user and --app-password too.", file=sys.stderr)
        return 2
    wanted = Wanted(
        port=chosen.port,
        data=chosen.data,
        as_json=chosen.json,
        empty=chosen.empty,
        wordpress=chosen.wordpress,
        user=chosen.user,
        app_password=chosen.app_password,
    )
    return play(wanted)


if __name__ == "__main__":
    sys.exit(main())
