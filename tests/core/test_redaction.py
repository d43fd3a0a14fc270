"""Secrets are hidden wherever a request is shown, and nothing else is."""

from __future__ import annotations

import json

import pytest

from webapp.core.redaction import is_secret, outlined, redacted, without_secrets


@pytest.mark.parametrize(
    "name",
    [
        "api_key", "apiKey", "API-KEY", "x-api-key", "X_Api_Key", "apikey", "APIKEY", "token", "access_token",
        "accessToken", "auth.token", "password", "user_pass", "userPassword", "passwd", "secret", "client_secret",
        "clientSecret", "cookie", "Set-Cookie", "private_key", "smtp password", "csrftoken", "refreshtoken",
        "sessiontoken", "bearertoken", "tokenvalue", "mysecret", "consumersecret", "secretvalue", "passwordhash",
        "cookiejar", "dbpassword1", "token2", "PASSWORDHASH", "apikeys", "wpauthtokens",
        "ssh_key", "sshKeys", "encryption_key", "ENCRYPTION-KEY", "consumer_key", "consumerkey", "signing_key",
        "signingKey", "jwt", "userJwt", "JWT", "otp", "otp_code", "totp",
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
        "keywords",
        "key",
        "key_name",
        "public_key_link",
        "ssh_host",
        "pin",
        "spin",
        "optional",
        "consumer",
    ],
)
@pytest.mark.promise("P-STEP-08")
def test_a_key_that_only_contains_such_letters_is_not(name: str) -> None:
    assert not is_secret(name)


@pytest.mark.promise("P-STEP-08", "D-WORD-08")
def test_secrets_are_hidden_at_any_depth_and_in_lists() -> None:
    shown = redacted({"a": [{"b": {"apiKey": "canary", "title": "T"}}], "password": ["canary"]})
    assert shown == {"a": [{"b": {"apiKey": "redacted", "title": "T"}}], "password": "redacted"}


@pytest.mark.promise("D-WORD-20")
def test_secrets_in_text_that_is_json_are_hidden_and_the_rest_of_it_stays_readable() -> None:
    assert redacted('{"api_key":"canary","author":"Ana"}') == '{"api_key": "redacted", "author": "Ana"}'
    assert redacted({"settings": ' [{"a": {"jwt": "canary"}}]'}) == {"settings": '[{"a": {"jwt": "redacted"}}]'}
    assert redacted(json.dumps({"a": json.dumps({"token": "canary"})})) == r'{"a": "{\"token\": \"redacted\"}"}'


@pytest.mark.promise("D-WORD-20")
def test_secrets_in_text_that_is_json_are_hidden_before_it_is_shortened() -> None:
    text = json.dumps({"token": "canary", "words": "x" * 4000})
    assert redacted(text, longest=30) == '{"token": "redacted", "words":... (4,034 characters in all)'
    assert redacted(text, longest=None) == json.dumps({"token": "redacted", "words": "x" * 4000})


@pytest.mark.parametrize(
    "text",
    [
        '{"author":"Ana",  "monkey": 1}',
        "[1,2]",
        "[gallery token]",
        "{not json",
        '{"token": "cut off',
        "token: words",
        "",
    ],
)
@pytest.mark.promise("D-WORD-20")
def test_text_that_holds_no_secret_or_is_no_json_stays_as_it_is(text: str) -> None:
    assert redacted(text) == text


@pytest.mark.promise("D-WORD-20")
def test_json_that_can_not_be_looked_into_is_hidden() -> None:
    assert redacted('{"token": "canary", "n": ' + "1" * 5000 + "}") == "redacted"
    for depth in (900, 100_000):
        assert redacted("[" * depth + '{"token": "canary"}' + "]" * depth) == "redacted"


@pytest.mark.promise("D-WORD-20")
def test_what_a_change_tells_of_a_setting_that_is_json_text_hides_its_secrets() -> None:
    change = {"field": "options", "kind": "text", "before": None, "after": '{"password": "canary"}'}
    assert without_secrets(change) == {**change, "after": '{"password": "redacted"}'}


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
