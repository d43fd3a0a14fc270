import pytest

from webapp.doors import wire
from webapp.doors.faults import Fault


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"\xff",
        b"\xef\xbb\xbf{}",
        '{"a": 1}'.encode("utf-16"),
        b"NaN",
        b"[-Infinity]",
        b"1e999",
        b"9" * 5000,
        b'{"_respira_plan": true, "_respira_plan": false}',
    ],
)
def test_what_is_not_json_in_utf_8_is_a_parse_error(body):
    with pytest.raises(Fault) as caught:
        wire.parse(body)
    assert (caught.value.code, caught.value.status) == (-32700, 400)


def test_nesting_beyond_what_python_can_read_is_refused_and_does_not_crash():
    with pytest.raises(Fault) as caught:
        wire.parse(b"[" * 1_000_000)
    assert (caught.value.code, caught.value.status) == (-32600, 400)


@pytest.mark.parametrize(("value", "depth"), [(1, 0), ("x", 0), ({}, 1), ([[], {}], 2), ({"a": {"b": [1]}}, 3)])
def test_depth_counts_lists_and_objects(value, depth):
    assert wire.depth_of(value) == depth


def test_half_a_character_is_found_wherever_it_stands():
    assert wire.has_broken_text({"a": ["x", "\ud83d"]})
    assert wire.has_broken_text({"\ude00": 1})
    assert not wire.has_broken_text({"a": ["😀", "\u0000", None, 1.5]})


@pytest.mark.parametrize(
    ("value", "kind"),
    [
        ({"jsonrpc": "2.0", "id": 0, "method": "ping"}, "request"),
        ({"jsonrpc": "2.0", "id": "", "method": "ping", "params": "x"}, "request"),
        ({"jsonrpc": "2.0", "method": "notifications/initialized"}, "notification"),
        ({"jsonrpc": "2.0", "id": 1, "result": {}}, "response"),
        ({"jsonrpc": "2.0", "id": 1, "error": {}}, "response"),
    ],
)
def test_a_message_is_told_by_its_members(value, kind):
    assert wire.message_of(value).kind == kind


@pytest.mark.parametrize(
    "value",
    [
        None,
        "x",
        [],
        [{"jsonrpc": "2.0", "id": 1, "method": "ping"}],
        {},
        {"jsonrpc": "1.0", "id": 1, "method": "ping"},
        {"jsonrpc": "2.0", "id": None, "method": "ping"},
        {"jsonrpc": "2.0", "id": True, "method": "ping"},
        {"jsonrpc": "2.0", "id": 1.5, "method": "ping"},
        {"jsonrpc": "2.0", "id": "\ud83d", "method": "ping"},
        {"jsonrpc": "2.0", "id": 1, "method": 7},
        {"jsonrpc": "2.0", "id": 1},
        {"jsonrpc": "2.0", "id": 1, "result": {}, "error": {}},
        {"jsonrpc": "2.0", "method": "notifications/x", "params": "x"},
    ],
)
def test_anything_else_is_an_invalid_request(value):
    with pytest.raises(Fault) as caught:
        wire.message_of(value)
    assert (caught.value.code, caught.value.status) == (-32600, 400)
