"""The two ways a call can end without doing what was asked.

    Trouble
    ├── Refusal      we said no, on purpose; nothing was sent to the site
    └── SiteTrouble  the site did not do it, or we cannot tell whether it did

A bare Trouble is raised by the stdio command alone, which knows Sayso from outside: Sayso was not reached, its answer
was lost or is passed on as it came, or a key could not be kept.
Both are rendered by the doors and by the web pages only.
Anything else that is raised is a bug and is shown as "something broke" with its id.
This module does not log and does not know HTTP frameworks.
"""

from __future__ import annotations

from typing import Any, Literal

# reason code -> (HTTP status, the sentence shown when the raiser gives none, the hint shown when the raiser
# gives none). Refused calls are 400, 404 or 409: a widely used client drops the code of a 403.
REASONS: dict[str, tuple[int, str, str]] = {
    "respira_key_missing": (
        401,
        "This address needs a key.",
        "Send the key as 'Authorization: Bearer respira_...'.",
    ),
    "respira_invalid_key": (
        401,
        "This key is not known, or it was revoked.",
        "Ask the site's owner for a new key.",
    ),
    "respira_foreign_request": (
        403,
        "respira_foreign_request: this was sent to another host's name, or by another website's page.",
        "Send it to the address of this installation.",
    ),
    "respira_key_expired": (401, "The time of this key is over.", "Ask the site's owner for a new key."),
    "respira_token_unknown": (
        404,
        "This code is not known here.",
        "Ask the person whether it was copied whole, or for the code of a new key.",
    ),
    "respira_token_already_used": (
        409,
        "This code was used already: it works once.",
        "Ask the person for the code of a new key.",
    ),
    "respira_token_expired": (
        409,
        "This code is too old: it works for 15 minutes.",
        "Ask the person for the code of a new key.",
    ),
    "respira_key_given": (
        409,
        "This command was started with a key, which counts before one that a code brings, so the code was not used.",
        "Ask the person to take the key out of the command's settings first.",
    ),
    "respira_no_place_for_key": (
        409,
        "There is no place to keep a key in, so the code was not used.",
        "Ask the person to make the configuration file writable, or to name another one with --config.",
    ),
    "respira_key_not_kept": (
        409,
        "The key could not be kept: it works until this command ends, and not after.",
        "List the tools and go on. Tell the person that a new key has to be made before the next start.",
    ),
    "respira_sayso_unreachable": (
        502,
        "Sayso can not be reached.",
        "Nothing was done. Ask the person to check that Sayso runs at this address, then try again.",
    ),
    "respira_answer_lost": (
        502,
        "Sayso's answer was lost.",
        "It may have been done. Read the plan, or look at the site, before anything is sent again.",
    ),
    "respira_key_paused": (
        409,
        "The site's owner paused this key.",
        "Nothing can be done until the owner lets the key work again.",
    ),
    "respira_database_away": (
        503,
        "Sayso's database can not be reached just now.",
        "Wait a moment. What was asked may have been done: read the plan before anything is sent again.",
    ),
    "respira_passwords_busy": (
        503,
        "Many passwords are being checked just now, so this one was not looked at.",
        "Try again in a few seconds.",
    ),
    "respira_rate_limited": (429, "Too many calls in a minute for this key.", "Wait a minute, then go on."),
    "respira_files_busy": (
        409,
        "Two files are being written already.",
        "Wait until one of them is done, then try again.",
    ),
    "respira_too_many_reports": (
        429,
        "This key reported 20 issues within a day, so this one was not taken.",
        "Tell the person in the chat instead.",
    ),
    "respira_site_not_connected": (
        409,
        "The site is not connected.",
        "Its owner connects it in Sayso with its address and a new application password.",
    ),
    "respira_unknown_tool": (404, "There is no tool of this name.", "List the tools to see their names."),
    # WordPress's own code: clients know it as "this address is not served here".
    "rest_no_route": (
        404,
        "No route was found matching the URL and request method.",
        "GET /wp-json/respira/v2/openapi.json lists the routes.",
    ),
    "respira_invalid_json": (
        400,
        "The body is not JSON in UTF-8, with each name once.",
        "Send the body as a JSON object.",
    ),
    "respira_body_too_large": (413, "The body is larger than 5 MB.", "Send less at once."),
    "respira_body_not_json": (415, "The body is declared as something other than JSON.", "Send it as JSON."),
    "respira_invalid_idempotency_key": (
        400,
        "The Idempotency-Key must have 8 to 128 letters, digits, dots, underscores, colons or hyphens.",
        "Send another one, or none.",
    ),
    "respira_idempotency_conflict": (
        409,
        "Another call was sent with this Idempotency-Key, so this one was not made.",
        "Send it with an Idempotency-Key of its own.",
    ),
    "respira_call_running": (
        409,
        "This call was sent before and still runs, so it was not made a second time.",
        "Ask again in a moment with the same Idempotency-Key.",
    ),
    "respira_call_unfinished": (
        409,
        "This call was sent before and never finished. It is not known whether it was done; it is not made again.",
        "Look at the site before anything is sent again.",
    ),
    "respira_invalid_arguments": (
        400,
        "The arguments do not fit the tool.",
        "Correct the named arguments and send the call again.",
    ),
    "respira_nothing_to_change": (
        400,
        "Nothing to change: the call names no field with a value.",
        "Send at least one field with its new value.",
    ),
    "respira_tool_off": (409, "The site's owner switched this tool off.", "Ask the owner to switch it on."),
    "respira_site_paused": (
        409,
        "The site's owner paused the site: nothing is planned or applied.",
        "Reads still work. Nothing can be changed until the owner lets agents work again.",
    ),
    "respira_protected": (
        409,
        "The site's owner protected this item, so no agent may change it.",
        "This is final: do not try another way. Tell the person, who can lift the protection.",
    ),
    "respira_shared_key_reads": (
        409,
        "A shared key only reads on this site.",
        "Ask the owner for a key that only you use, or to let shared keys write.",
    ),
    "respira_scope_denied": (
        403,
        "respira_scope_denied: this key may not use this tool.",
        "Ask the owner for a key with a wider scope.",
    ),
    "respira_site_forbids": (
        409,
        "The site's own login may not do this.",
        "Ask the owner to connect a WordPress user who may.",
    ),
    "respira_not_found": (404, "There is no such item on the site.", "List the items to find its id."),
    "respira_not_possible": (
        409,
        "WordPress lets no program do this.",
        "Do it in the site's dashboard.",
    ),
    "respira_element_not_found": (
        404,
        "No block fits.",
        "Ask get_page_outline for the blocks that are there, and name one by its path or id.",
    ),
    "respira_ambiguous_target": (
        422,
        "Several blocks fit, so none was chosen.",
        'Name one by its path, or send on_ambiguous_match: "first".',
    ),
    "respira_element_moved": (
        409,
        "Earlier steps of the plan change which block this means.",
        "Name the block by its id from get_page_outline, or plan this change after the earlier steps have run.",
    ),
    "respira_blocks_broken": (
        409,
        "The markers of these blocks are not in order.",
        "Open the item in WordPress's editor and save it there, which puts them in order.",
    ),
    "respira_page_builder": (
        409,
        "A page builder draws this item, not its blocks, so nothing in it can be changed here.",
        "Change it in that builder.",
    ),
    "respira_upload_incomplete": (
        400,
        "The file arrived cut short, so nothing was kept of it.",
        "Send the whole file again, or an address where it can be fetched.",
    ),
    "respira_file_not_allowed": (
        400,
        "This kind of file can not be uploaded.",
        "Send a picture (JPEG, PNG, GIF, WebP, AVIF), a PDF, an MP4 or an MP3.",
    ),
    "respira_fetch_failed": (
        409,
        "The file could not be fetched.",
        "Check that anybody can open the address, or send the file itself.",
    ),
    "respira_not_delivered": (409, "The message could not be delivered.", "Check the address, then try again."),
    "respira_plan_needs_key": (
        409,
        "A plan needs a key of its own: this one is shared.",
        "Ask the owner for a key that only you use.",
    ),
    "respira_plan_full": (
        409,
        "The plan already holds 50 waiting steps. This write was not added.",
        "Show the person the plan, then apply or discard steps.",
    ),
    "respira_plan_expired": (
        409,
        "The plan has expired and its steps are gone.",
        "Begin again and plan the writes again, or end the session to leave plan mode.",
    ),
    "respira_step_not_found": (404, "There is no such step in this plan.", "Read the plan to see its steps."),
    "respira_step_not_waiting": (
        409,
        "This step is not waiting for a decision any more.",
        "Read the plan to see its state.",
    ),
    "respira_step_stale": (
        409,
        "The item was changed since this step was planned, so nothing was sent.",
        "Discard the step, read the item, and plan the write again.",
    ),
    "respira_step_needs_other": (
        409,
        "This step needs what an earlier step makes, and that is not made.",
        "Apply the earlier step too, or plan this one after it has run.",
    ),
    "respira_plan_changed": (
        409,
        "The plan changed since this page was opened, so nothing ran.",
        "Look at the steps again, then decide.",
    ),
    "respira_questions_open": (
        409,
        "A question about this plan is open, so nothing was run.",
        "Answer the person in the chat, or plan the step again with _respira_revises; they settle it on the page.",
    ),
    "respira_must_be_opened": (
        409,
        "This step has to be opened and read before it is accepted.",
        "Open the step and accept it there.",
    ),
    "respira_waiting_for_person": (
        202,
        "A person decides about this plan in the browser.",
        "Send the person the review address.",
    ),
    "respira_nothing_waiting": (202, "No step is waiting.", "Plan a write first."),
    "respira_confirmation_required": (
        409,
        "The site lets this write land on a copy or on the live item, and the step does not say which.",
        'Discard the step and plan the write again with edit_target: "duplicate".',
    ),
    "respira_approval_required": (
        202,
        "This tool asks a person to approve it first.",
        "Show it to the person.",
    ),
    "respira_invalid_approval_token": (
        409,
        "The approval token is wrong, used, too old, or belongs to another call.",
        "Send the call without a token to get a new one.",
    ),
    "respira_site_busy": (
        409,
        "Another change is running on this site, and it did not finish within 10 seconds.",
        "Try again in a moment.",
    ),
    "respira_job_running": (202, "The plan is still being applied.", "Ask get_job_status with the job id."),
    "respira_job_not_found": (404, "There is no such job.", "Use the job id that apply_plan answered."),
    "respira_snapshot_not_found": (
        404,
        "There is no such snapshot of this key.",
        "List the snapshots to see their ids.",
    ),
    "respira_cannot_restore": (
        409,
        "This snapshot cannot be restored.",
        "Read the reason, and change the item by hand if need be.",
    ),
    "respira_copy_waits": (
        409,
        "A draft copy of this item waits for a person already.",
        "Change that copy: an update of the item lands on it.",
    ),
    "respira_copy_conflict": (
        409,
        "The live item changed since the copy was made, in a field the copy changes too.",
        "Compare both and decide which one stays.",
    ),
    "respira_outcome_unknown": (
        502,
        "The site's answer was lost, and it is not known whether the change was saved.",
        "Look at the site before anything is sent again.",
    ),
    "respira_nothing_stored": (
        502,
        "The site answered that it saved, but none of the change is there.",
        "Check whether a plugin on the site prevents this change.",
    ),
    "respira_site_unreachable": (
        502,
        "The site could not be reached.",
        "Check that the site is up, then try again.",
    ),
    "respira_site_slow": (
        503,
        "This site does not answer those who asked it before.",
        "Nothing was sent. Try again in a minute.",
    ),
    "respira_login_not_accepted": (
        502,
        "WordPress did not accept the login.",
        "Check the user name and make a new application password.",
    ),
    "respira_not_wordpress": (
        502,
        "No WordPress REST interface was found at this address.",
        "Check the address of the site.",
    ),
    "respira_site_redirects": (
        502,
        "The site sends calls on to another address.",
        "Connect the site again with the address it redirects to.",
    ),
    "respira_site_gated": (
        502,
        "Another password protects the whole site.",
        "Ask who runs the site to let /wp-json through without that password.",
    ),
    "respira_site_not_json": (
        502,
        "The site answered with something other than WordPress's data.",
        "Check that the site is up, and that no plugin or firewall stands in front of its REST interface.",
    ),
    "respira_site_firewall": (
        502,
        "A firewall in front of the site wants to see a browser, and answered this call with a page of its own.",
        "Let it pass calls to the REST interface that carry a login, or let the address of Sayso's server through.",
    ),
    "respira_site_asks_sign_in": (
        502,
        "The site leads this call to its page for signing in, so it does not take a program's login here.",
        "Look for a plugin or a rule of the host that asks for signing in first, and let the REST interface through.",
    ),
    "respira_site_rate_limited": (429, "The site takes no more calls for the moment.", "Wait, then go on."),
    "respira_broke": (500, "Something broke on our side.", "Nothing was sent. If it goes on, quote the id."),
    "respira_not_done_here": (500, "The command did not do it.", "Nothing that was there was changed."),
    "respira_other_tables": (500, "The database has other tables.", "Run `sayso migrate`."),
    "respira_no_migrations": (
        500,
        "The tables can not be made here: the migrations are not part of an installed package.",
        "Run this from a checkout of Sayso, with bin/sayso or bin/demo.",
    ),
    "respira_sign_in_failed": (
        400,
        "The address or the password is wrong.",
        "Try again, or ask for a sign-in link.",
    ),
    "respira_link_over": (
        404,
        "This link is not valid: it was used already, is too old, or never existed.",
        "Whoever runs Sayso makes a new one with: bin/sayso sign-in-link EMAIL",
    ),
    "respira_wrong_passcode": (
        400,
        "The passcode is wrong.",
        "After five wrong ones the link is over. Ask whoever sent it.",
    ),
    "respira_link_allows_less": (409, "This link does not allow that.", "Ask whoever sent it."),
    "respira_wrong_password": (400, "The present password is wrong.", "Forgotten? Sign in with a new link."),
    "respira_weak_password": (400, "The password is too short.", "Choose a longer one."),
    "respira_address_not_allowed": (
        400,
        "This address is on a private network, and Sayso is set not to connect there.",
        "Use the public address, or set SAYSO_ALLOW_PRIVATE_SITES=1.",
    ),
}

_GONE = "It may be gone, or it belongs to somebody else."
# What a person at a page is told instead of the table's hint, where that speaks to an agent.
FOR_PEOPLE = {
    "respira_not_found": _GONE,
    "respira_step_not_found": _GONE,
    "respira_snapshot_not_found": _GONE,
    "respira_job_not_found": _GONE,
    "respira_invalid_arguments": "Load the page again, and do it once more.",
    "respira_tool_off": "It can be switched on again on the page of the site or of the key.",
    "respira_plan_needs_key": "Say on the key's page that only one agent has it.",
    "respira_site_paused": "Let agents work again on the site's page.",
    "respira_key_paused": "Let it work again on the key's page.",
    "respira_key_expired": "Choose a later day on the key's page.",
    "respira_protected": "Lift the protection on the site's page.",
    "respira_site_not_connected": "Connect it again under Sites, with a new application password.",
    "respira_plan_expired": "Ask the agent to plan it again.",
    "respira_step_not_waiting": "Load the page again to see where it stands.",
    "respira_database_away": "Wait a moment, then load the page you came from to see what is true now.",
    "respira_step_stale": "Open the step: you can have it planned again, drop it, or ask for a change.",
    "respira_nothing_waiting": "Accept a step first.",
    "respira_confirmation_required": "Ask for a change, and say which it should be.",
    "respira_questions_open": "Mark it as settled once it is answered.",
}


class Trouble(Exception):
    """A call that did not do what was asked, with a reason a person can read.

    Args:
        code: a key of `REASONS`, or, for a `SiteTrouble`, the site's own code.
        message: one or two sentences for a person; the table's sentence when left out.
        hint: what to do next; the table's hint when left out.
        details: further facts, safe to show to the caller.
    """

    default_status = 400

    def __init__(self, code: str, message: str | None = None, *, hint: str | None = None, **details: Any) -> None:
        status, sentence, advice = REASONS.get(code, (self.default_status, code, ""))
        self.code = code
        self.status = status
        self.message = message or sentence
        self.hint = advice if hint is None else hint
        self.details = details
        super().__init__(f"{code}: {self.message}")

    @property
    def advice(self) -> str:
        """What to do next, said to a person at a page: the raiser's hint, else the words for people."""
        if self.code in FOR_PEOPLE and self.hint == REASONS[self.code][2]:
            return FOR_PEOPLE[self.code]
        return self.hint


class Refusal(Trouble):
    """We said no, on purpose. Nothing was sent to the site."""


class SiteTrouble(Trouble):
    """The site did not do it, or its answer does not tell.

    Args:
        status: the HTTP status the site answered, or None when there was no answer.
        written: "no" when it is certain that nothing was saved, "perhaps" when it is not. An error answer
            of WordPress alone is not proof: core may save a part before it fails.
    """

    default_status = 502

    def __init__(
        self,
        code: str,
        message: str | None = None,
        *,
        status: int | None = None,
        written: Literal["no", "perhaps"] = "perhaps",
        hint: str | None = None,
        **details: Any,
    ) -> None:
        super().__init__(code, message, hint=hint, **details)
        if status is not None:
            self.status = status
        self.written = written
