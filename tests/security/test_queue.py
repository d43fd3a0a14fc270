"""Promises of the queue: what somebody wrote into it runs nothing but what Sayso queues itself."""

from __future__ import annotations

import json
import pickle
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
import structlog
from huey.registry import Message
from huey.serializer import Serializer

from webapp.core.desk import Desk
from webapp.worker import Queue

PAST = datetime(2026, 1, 1)


@pytest.fixture
def queue(desk: Desk) -> Iterator[Queue]:
    queue = Queue(desk.database.url)
    queue.lay_tables()
    yield queue
    queue.close()


class Writes:
    """What makes a file as soon as it is unpickled."""

    def __init__(self, file: Path) -> None:
        self.file = file

    def __reduce__(self) -> tuple[Any, ...]:
        return Path.touch, (self.file,)


CARRY_OUT = "webapp.worker.carry_out"


def message(**other: Any) -> bytes:
    return json.dumps({"id": "1", "name": CARRY_OUT, "due": None, "texts": ["run_1"], **other}).encode()


def test_a_pickled_message_in_the_queue_runs_nothing_and_is_dropped(queue: Queue, tmp_path: Path) -> None:
    for data in (
        pickle.dumps(Writes(tmp_path / "written")),
        Serializer().serialize(Message("1", CARRY_OUT, args=(Writes(tmp_path / "written"),))),
    ):
        queue.huey.storage.enqueue(data)
        queue.huey.storage.add_to_schedule(data, PAST)
    with structlog.testing.capture_logs() as lines:
        assert [queue.huey.dequeue(), queue.huey.dequeue()] == [None, None]
        assert queue.huey.read_schedule() == []
    assert [(line["log_level"], line["event"]) for line in lines] == [("warning", "queue.not_understood")] * 4
    assert (queue.huey.pending_count(), queue.huey.scheduled_count()) == (0, 0)
    assert not (tmp_path / "written").exists()


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{",
        b"[" * 100_000,
        b"null",
        message(name="os.system"),
        message(texts=[["run_1"]]),
        message(texts={"work": "run_1"}),
        message(due="tomorrow"),
        message(id=None),
    ],
    ids=["nothing", "half", "deep", "null", "another task", "lists", "named", "no time", "no id"],
)
def test_a_message_that_is_none_of_sayso_s_is_dropped(queue: Queue, data: bytes) -> None:
    queue.huey.storage.enqueue(data)
    queue.wake("run_2")
    with structlog.testing.capture_logs() as lines:
        assert queue.huey.dequeue() is None
    assert [line["event"] for line in lines] == ["queue.not_understood"]
    assert queue.huey.dequeue().args == ("run_2",)


def test_what_is_queued_for_later_comes_back_as_it_was(queue: Queue) -> None:
    queue.huey.storage.add_to_schedule(message(due="2026-01-01T12:00:00.250000"), PAST)
    [task] = queue.huey.read_schedule()
    assert (task.id, task.args, task.eta) == ("1", ("run_1",), datetime(2026, 1, 1, 12, 0, 0, 250_000))
