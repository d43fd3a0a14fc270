"""Settings come from the environment, and a wrong environment is reported whole."""

from __future__ import annotations

from pathlib import Path

import pytest

from webapp.settings import Settings, StdioSettings, WrongSettings

GOOD = {
    "SAYSO_DATABASE_URL": "sqlite:////tmp/sayso.db",
    "SAYSO_PUBLIC_URL": "https://sayso.example/",
    "SAYSO_SECRET_KEY": "k" * 32,
    "SAYSO_SEALING_KEYS": "A" * 43 + "=, " + "B" * 43 + "=",
}


@pytest.mark.promise("D-NAME-07")
def test_good_settings_are_read_and_the_address_loses_its_last_slash() -> None:
    settings = Settings.from_environment(GOOD)
    assert settings.public_url == "https://sayso.example"
    assert settings.sealing_keys == ("A" * 43 + "=", "B" * 43 + "=")
    assert settings.secure_cookies
    assert not settings.allow_private_sites
    assert settings.keep_days == 0
    assert Settings.from_environment({**GOOD, "SAYSO_KEEP_DAYS": "90"}).keep_days == 90
    told = {"SAYSO_KEEP_SNAPSHOTS_DAYS": "30", "SAYSO_METRICS_TOKEN": "m" * 16}
    settings = Settings.from_environment({**GOOD, **told})
    assert (settings.keep_snapshots_days, settings.metrics_token) == (30, "m" * 16)
    assert "m" * 16 not in repr(settings)


def test_a_postgresql_database_is_taken_by_its_address_and_its_password_is_not_printed() -> None:
    url = "postgresql://sayso:kkkk@db.example:5433/sayso?sslmode=require"
    settings = Settings.from_environment({**GOOD, "SAYSO_DATABASE_URL": url})
    assert settings.database_url == url
    assert "kkkk" not in repr(settings)


def test_an_empty_environment_is_told_every_missing_setting_at_once() -> None:
    with pytest.raises(WrongSettings) as told:
        Settings.from_environment({})
    for name in GOOD:
        assert name in str(told.value)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("SAYSO_DATABASE_URL", "sqlite:///relative.db"),
        ("SAYSO_DATABASE_URL", "postgresql://db.example"),
        ("SAYSO_DATABASE_URL", "mysql://db.example/sayso"),
        ("SAYSO_PUBLIC_URL", "sayso.example"),
        ("SAYSO_PUBLIC_URL", "https://example.com/sayso"),
        ("SAYSO_PUBLIC_URL", "https://sayso.example?x=1"),
        ("SAYSO_SECRET_KEY", "short"),
        ("SAYSO_SEALING_KEYS", "not-a-key"),
        ("SAYSO_ALLOW_PRIVATE_SITES", "yes"),
        ("SAYSO_TRUSTED_PROXIES", "one"),
        ("SAYSO_MAIL_URL", "smtp://mail.example"),
        ("SAYSO_MAIL_URL", "https://mail.example"),
        ("SAYSO_MAIL_FROM", "sayso@example.com"),
        ("SAYSO_MAIL_FROM", "nobody"),
        ("SAYSO_KEEP_SNAPSHOTS_DAYS", "a month"),
        ("SAYSO_METRICS_TOKEN", "guessable"),
        ("SAYSO_METRICS_TOKEN", "m" * 16 + " m"),
        ("SAYSO_KEEP_DAYS", "-1"),
        ("SAYSO_KEEP_DAYS", "a month"),
    ],
)
def test_a_setting_that_can_not_be_used_is_named(name: str, value: str) -> None:
    with pytest.raises(WrongSettings, match=name):
        Settings.from_environment({**GOOD, name: value})


def test_secrets_do_not_appear_when_settings_are_printed() -> None:
    mail = {"SAYSO_MAIL_URL": "smtp://olive:kkkk@mail.example:587", "SAYSO_MAIL_FROM": "sayso@example.com"}
    printed = repr(Settings.from_environment({**GOOD, **mail}))
    assert "kkkk" not in printed
    assert "AAAA" not in printed


def test_the_stdio_command_needs_no_setting_at_all(tmp_path: Path) -> None:
    told = StdioSettings.from_environment({"XDG_CONFIG_HOME": str(tmp_path)})
    assert told == StdioSettings("", "", tmp_path, "", "")


def test_the_stdio_command_is_told_where_sayso_is_and_the_way_there() -> None:
    told = StdioSettings.from_environment(
        {
            "SAYSO_URL": "https://sayso.example",
            "SAYSO_KEY": "respira_abc",
            "XDG_CONFIG_HOME": "relative/is/passed/over",
            "HTTPS_PROXY": "http://one:3128",
            "https_proxy": "http://other:3128",
            "NO_PROXY": "localhost",
        }
    )
    assert told == StdioSettings(
        "https://sayso.example", "respira_abc", Path.home() / ".config", "http://other:3128", "localhost"
    )
