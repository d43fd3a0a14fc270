"""Every setting, read once from the environment. No other room reads the environment.

A wrong environment is reported whole: all faults in one error, not one at a time.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple


class WrongSettings(Exception):
    """The environment does not make a working Sayso; the message lists every fault."""


def database_url(environment: Mapping[str, str] | None = None) -> str:
    """Return `SAYSO_DATABASE_URL` alone, for what needs no other setting.

    Raises:
        WrongSettings: it is missing or unusable.
    """
    values = os.environ if environment is None else environment  # noqa: TID251 - the one room that may
    url = values.get("SAYSO_DATABASE_URL", "")
    if not url.startswith("sqlite:////") and not re.fullmatch(r"postgresql://[^\s/?#]*/[^\s/?#]+(\?\S*)?", url):
        raise WrongSettings(
            "SAYSO_DATABASE_URL must be a SQLite file, such as sqlite:////var/lib/sayso/sayso.db, or a PostgreSQL "
            "database, such as postgresql://user:password@db.example/sayso"
        )
    return url


class StdioSettings(NamedTuple):
    """What the stdio command is told from outside. It runs beside an agent and has none of the server's settings.

    Attributes:
        url: `SAYSO_URL`, where Sayso is; empty where it is not told.
        key: `SAYSO_KEY`, the agent's key; empty where it is not told.
        folder: where programs keep their configuration, `XDG_CONFIG_HOME` or .config in the home folder.
        https_proxy: `HTTPS_PROXY`, the way to https addresses; empty for none.
        no_proxy: `NO_PROXY`, the hosts that are reached without it.
    """

    url: str
    key: str
    folder: Path
    https_proxy: str = ""
    no_proxy: str = ""

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] | None = None) -> StdioSettings:
        """Read the settings. All of them may be missing.

        Args:
            environment: the variables to read; the environment of this program when left out.
        """
        values = os.environ if environment is None else environment  # noqa: TID251 - the one room that may
        told = Path(values.get("XDG_CONFIG_HOME", ""))
        return cls(
            url=values.get("SAYSO_URL", ""),
            key=values.get("SAYSO_KEY", ""),
            folder=told if told.is_absolute() else Path.home() / ".config",
            https_proxy=values.get("https_proxy") or values.get("HTTPS_PROXY", ""),
            no_proxy=values.get("no_proxy") or values.get("NO_PROXY", ""),
        )


@dataclass(frozen=True)
class Settings:
    """What an installation is told from outside.

    Attributes:
        database_url: `SAYSO_DATABASE_URL`, a SQLite file, such as sqlite:////var/lib/sayso/sayso.db, or a PostgreSQL
            database, such as postgresql://user:password@db.example/sayso.
        public_url: `SAYSO_PUBLIC_URL`, where people and agents reach this installation, without a path:
            its pages stand at the root of the host.
        secret_key: `SAYSO_SECRET_KEY`, signs sessions and forms; at least 32 characters.
        sealing_keys: `SAYSO_SEALING_KEYS`, Fernet keys separated by commas, the newest first; they seal
            application passwords, stored requests, snapshots and bases. A new one goes in front, the others stay.
        allow_private_sites: `SAYSO_ALLOW_PRIVATE_SITES`, 1 to let sites be on private networks or loopback.
        trusted_proxies: `SAYSO_TRUSTED_PROXIES`, how many reverse proxies stand in front; 0 for none.
        mail_url: `SAYSO_MAIL_URL`, the mail server, such as smtp://user:password@mail.example:587 or smtps://...;
            empty where no mail is sent.
        mail_from: `SAYSO_MAIL_FROM`, the address that mails come from; given together with the server.
        keep_days: `SAYSO_KEEP_DAYS`, how many days what ended is kept, with its receipts, the snapshots by which it
            could be taken back, and the log; 0, as it is without this, for all of it and always.
        keep_snapshots_days: `SAYSO_KEEP_SNAPSHOTS_DAYS`, how many days the snapshots are kept by which something
            could be taken back, where that is fewer than the rest is kept; 0, as it is without this, for as long.
        metrics_token: `SAYSO_METRICS_TOKEN`, what whoever reads the figures at /metrics shows; at least 16
            characters, or empty: then there is no such address.
    """

    database_url: str = field(repr=False)
    public_url: str
    secret_key: str = field(repr=False)
    sealing_keys: tuple[str, ...] = field(repr=False)
    allow_private_sites: bool = False
    trusted_proxies: int = 0
    mail_url: str = field(default="", repr=False)
    mail_from: str = ""
    keep_days: int = 0
    keep_snapshots_days: int = 0
    metrics_token: str = field(default="", repr=False)

    @property
    def secure_cookies(self) -> bool:
        """Whether cookies may only travel over https."""
        return self.public_url.startswith("https://")

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] | None = None) -> Settings:
        """Read the settings.

        Args:
            environment: the variables to read; the environment of this program when left out.

        Raises:
            WrongSettings: one or more variables are missing or unusable.
        """
        values = os.environ if environment is None else environment  # noqa: TID251 - the one room that may
        faults: list[str] = []
        try:
            url = database_url(values)
        except WrongSettings as fault:
            faults.append(str(fault))
        public_url = values.get("SAYSO_PUBLIC_URL", "").rstrip("/")
        if not re.fullmatch(r"https?://[^/\s?#@]+", public_url):
            faults.append(
                "SAYSO_PUBLIC_URL must be the address people open, without a path, such as https://sayso.example"
            )
        secret_key = values.get("SAYSO_SECRET_KEY", "")
        if len(secret_key) < 32:
            faults.append("SAYSO_SECRET_KEY must have at least 32 characters; bin/setup makes one")
        sealing_keys = tuple(part.strip() for part in values.get("SAYSO_SEALING_KEYS", "").split(",") if part.strip())
        if not sealing_keys or any(not re.fullmatch(r"[A-Za-z0-9_-]{43}=", key) for key in sealing_keys):
            faults.append("SAYSO_SEALING_KEYS must hold one or more Fernet keys; bin/setup makes one")
        private = values.get("SAYSO_ALLOW_PRIVATE_SITES", "0")
        if private not in ("0", "1"):
            faults.append("SAYSO_ALLOW_PRIVATE_SITES must be 0 or 1")
        proxies = values.get("SAYSO_TRUSTED_PROXIES", "0")
        if not proxies.isdigit():
            faults.append("SAYSO_TRUSTED_PROXIES must be a number, 0 for no proxy")
        mail_url, mail_from = values.get("SAYSO_MAIL_URL", ""), values.get("SAYSO_MAIL_FROM", "")
        if bool(mail_url) != bool(mail_from):
            faults.append("SAYSO_MAIL_URL and SAYSO_MAIL_FROM go together: set both, or none")
        if mail_url and not re.fullmatch(r"smtps?://[^\s/?#]+", mail_url):
            faults.append("SAYSO_MAIL_URL must be a mail server, such as smtp://user:password@mail.example:587")
        if mail_from and not re.fullmatch(r"[^@\s<>]+@[^@\s<>]+", mail_from):
            faults.append("SAYSO_MAIL_FROM must be an e-mail address, such as sayso@example.com")
        keep, keep_snapshots = values.get("SAYSO_KEEP_DAYS", "0"), values.get("SAYSO_KEEP_SNAPSHOTS_DAYS", "0")
        for name, days in (("SAYSO_KEEP_DAYS", keep), ("SAYSO_KEEP_SNAPSHOTS_DAYS", keep_snapshots)):
            if not re.fullmatch(r"[0-9]{1,5}", days):
                faults.append(f"{name} must be a number of days, 0 to keep everything")
        metrics_token = values.get("SAYSO_METRICS_TOKEN", "")
        if metrics_token and not re.fullmatch(r"[!-~]{16,}", metrics_token):
            faults.append("SAYSO_METRICS_TOKEN must have at least 16 characters and no spaces, or be empty")
        if faults:
            raise WrongSettings("The settings do not work:\n- " + "\n- ".join(faults))
        return cls(
            database_url=url,
            public_url=public_url,
            secret_key=secret_key,
            sealing_keys=sealing_keys,
            allow_private_sites=private == "1",
            trusted_proxies=int(proxies),
            mail_url=mail_url,
            mail_from=mail_from,
            keep_days=int(keep),
            keep_snapshots_days=int(keep_snapshots),
            metrics_token=metrics_token,
        )
