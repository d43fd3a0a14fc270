import pytest

from webapp.core.strangers import is_our_host, is_our_origin


@pytest.mark.parametrize("host", ["sayso.example", "SAYSO.example:443", "sayso.example.", "sayso.example:8080"])
def test_our_own_name_is_ours_whatever_the_port(host):
    assert is_our_host(host, "https://sayso.example")


@pytest.mark.parametrize(
    "host",
    ["", "evil.test", "sayso.example.evil.test", "127.0.0.1", "[::1", "sayso.example:port", "x@sayso.example.org"],
)
def test_another_host_name_is_not_ours(host):
    assert not is_our_host(host, "https://sayso.example")


@pytest.mark.parametrize(
    "host",
    [
        "sayso.example/x",
        "sayso.example:80/x",
        "sayso.example?x",
        "sayso.example#x",
        "x@sayso.example",
        "evil.test@sayso.example",
        "sayso.example\\x",
        " sayso.example",
        "sayso.example\t",
        "sayso.example:80:80",
        "sayso.example:٨٠",
        "[sayso.example]",
    ],
)
def test_what_is_more_than_a_host_and_a_port_names_nobody(host):
    assert not is_our_host(host, "https://sayso.example")


@pytest.mark.parametrize("host", ["localhost:8000", "127.0.0.1:8000", "[::1]:8000"])
def test_the_names_of_this_machine_count_as_one(host):
    assert is_our_host(host, "http://127.0.0.1:8000")


@pytest.mark.parametrize("origin", ["https://sayso.example", "https://sayso.example:443"])
def test_our_own_origin_is_ours(origin):
    assert is_our_origin(origin, "https://sayso.example")


@pytest.mark.parametrize(
    "origin",
    [
        "null",
        "",
        "https://evil.test",
        "http://sayso.example",
        "https://sayso.example:8443",
        "https://[",
        "sayso.example",
    ],
)
def test_another_scheme_host_or_port_is_a_foreign_origin(origin):
    assert not is_our_origin(origin, "https://sayso.example")
