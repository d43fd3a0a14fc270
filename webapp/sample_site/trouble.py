"""The answers that say no, in the words and the shape of WordPress' own error bodies."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


class Trouble(Exception):
    """An error answer: `{"code", "message", "data": {"status", ...}}` and what may stand beside it.

    `beside` holds extra top-level keys such as `additional_errors`; `dataless` makes `data` null,
    as WordPress does for a few errors that carry no status.
    """

    def __init__(
        self,
        status: int,
        code: str,
        message: str,
        *,
        data: dict[str, Any] | None = None,
        beside: dict[str, Any] | None = None,
        dataless: bool = False,
    ) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        self.message = message
        self.data = None if dataless else {"status": status, **(data or {})}
        self.beside = beside or {}

    def body(self) -> dict[str, Any]:
        """Return the JSON body of the answer."""
        return {"code": self.code, "message": self.message, "data": self.data, **self.beside}


class Misfit(Exception):
    """One parameter that does not fit its schema; several are gathered by `invalid_parameters`."""

    def __init__(self, code: str, message: str, data: dict[str, Any] | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.data = data


def invalid_parameters(misfits: dict[str, Misfit]) -> Trouble:
    """Return the 400 that names every parameter that does not fit, and why."""
    return Trouble(
        400,
        "rest_invalid_param",
        f"Invalid parameter(s): {', '.join(misfits)}",
        data={
            "params": {name: misfit.message for name, misfit in misfits.items()},
            "details": {
                name: {"code": misfit.code, "message": misfit.message, "data": misfit.data}
                for name, misfit in misfits.items()
            },
        },
    )


def missing_parameters(*names: str) -> Trouble:
    """Return the 400 for required parameters that were not sent."""
    message = f"Missing parameter(s): {', '.join(names)}"
    return Trouble(400, "rest_missing_callback_param", message, data={"params": list(names)})


def not_found(code: str = "rest_post_invalid_id", message: str = "Invalid post ID.") -> Trouble:
    """Return the 404 for an item that is not there, or is of another kind."""
    return Trouble(404, code, message)


def no_trash(what: str) -> Trouble:
    """Return the 501 of a kind that can only be deleted for good. `what` begins the sentence."""
    return Trouble(501, "rest_trash_not_supported", f"{what} not support trashing. Set 'force=true' to delete.")


def spoken(words: Sequence[str]) -> str:
    """Return words joined the way a sentence does: `a`, `a and b`, `a, b, and c`."""
    if len(words) < 3:
        return " and ".join(words)
    return f"{', '.join(words[:-1])}, and {words[-1]}"
