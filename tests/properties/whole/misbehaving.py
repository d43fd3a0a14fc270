"""How the sites of the machine misbehave, by what it is called in a failing example."""

from __future__ import annotations

from webapp.sample_site.misbehaviour import (
    DIE_AFTER_SAVING,
    DIE_BEFORE_SAVING,
    AnswerInstead,
    DropFields,
    Rule,
    fatal_page,
    html,
)

_ERROR = '{"code":"db_error","message":"Could not save.","data":{"status":500}}'
MISBEHAVIOUR: dict[str, Rule] = {
    "hangs up before saving": DIE_BEFORE_SAVING,
    "hangs up after saving": DIE_AFTER_SAVING,
    "answers 500 without saving": AnswerInstead(500, _ERROR),
    "answers 500 after saving": AnswerInstead(500, _ERROR, saving=True),
    "answers 504 after saving": AnswerInstead(504, "", saving=True),
    "answers 502 without saving": AnswerInstead(502, ""),
    "answers a page without saving": html(),
    "answers a page after saving": html(saving=True),
    "dies of a fatal error": fatal_page(),
    "drops the title": DropFields(("title",)),
}
