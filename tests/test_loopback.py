"""The tests keep to this machine."""

from __future__ import annotations

import socket

import pytest

from tests.loopback import LeavesTheMachine


def test_connecting_to_another_machine_fails_before_anything_is_sent() -> None:
    # 192.0.2.1 is set aside for documentation and belongs to nobody.
    with socket.socket() as probe, pytest.raises(LeavesTheMachine, match=r"192\.0\.2\.1"):
        probe.connect(("192.0.2.1", 80))


def test_names_are_not_looked_up() -> None:
    with pytest.raises(socket.gaierror):
        socket.getaddrinfo("example.com", 443)


def test_loopback_stays_open() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server, socket.socket() as caller:
        caller.connect(server.getsockname())
        assert caller.getpeername() == server.getsockname()
