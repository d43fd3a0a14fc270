"""Secrets are hidden wherever a request is shown, and nothing else is."""

from __future__ import annotations

import pytest

from webapp.core.redaction import is_secret, outlined, redacted


@pytest.mark.parametrize(
    "name",
    [
        "api_key", "apiKey", "API-KEY", "x-api-key", "X_Api_Key", "apikey", "APIKEY", "token", "access_token",
        "accessToken", "auth.token", "password", "user_pass", "userPassword", "passwd", "secret", "client_secret",
        "clientSecret", "cookie", "Set-Cookie", "private_key", "smtp password", "csrftoken", "refreshtoken",
        "sessiontoken", "bearertoken", "tokenvalue", "mysecret", "consumersecret", "secretvalue", "passwordhash",
        "cookiejar", "dbpassword1", "token2", "PASSWORDHASH", "apikeys", "wpauthtokens",
    ],
)  # fmt: skip
@pytest.mark.promise("P-STEP-08")
def test_a_key_that_looks_like_a_secret_is_one(name: str) -> None:
    assert is_secret(name)


@pytest.mark.parametrize(
    "name",
    [
        "author",
        "tokenize",
        "secretary",
        "title",
        "keyboard",
        "monkey",
        "passenger",
        "cookiecutter",
        "tokenizer",
        "secretariat",
        "author_name",
        "passport",
        "bypass",
        "compass",
        "slug",
    ],
)
@pytest.mark.promise("P-STEP-08")
def test_a_key_that_only_contains_such_letters_is_not(name: str) -> None:
    assert not is_secret(name)


@pytest.mark.promise("P-STEP-08", "D-WORD-08")
def test_secrets_are_hidden_at_any_depth_and_in_lists() -> None:
    shown = redacted({"a": [{"b": {"apiKey": "canary", "title": "T"}}], "password": ["canary"]})
    assert shown == {"a": [{"b": {"apiKey": "redacted", "title": "T"}}], "password": "redacted"}


@pytest.mark.promise("D-WORD-09")
def test_a_long_text_is_shortened_and_its_length_told() -> None:
    assert redacted("x" * 2001) == "x" * 2000 + "... (2,001 characters in all)"
    assert redacted("x" * 2000) == "x" * 2000
    assert redacted("x" * 2001, longest=None) == "x" * 2001


def test_a_text_that_was_shortened_before_keeps_the_length_it_was_told_to_have() -> None:
    assert redacted(redacted("x" * 5000), longest=10) == "x" * 10 + "... (5,000 characters in all)"


def test_large_objects_and_lists_are_outlined_as_text_without_their_secrets() -> None:
    shown = outlined({"id": 42, "meta": {"token": "canary", "words": ["word"] * 2000}}, longest=20)
    assert shown == {"id": 42, "meta": '{"token": "redacted"... (16,032 characters in all)'}
    assert outlined({"meta": {"a": ["b"]}}, longest=20) == {"meta": {"a": ["b"]}}
