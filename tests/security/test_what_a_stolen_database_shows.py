"""What a stolen database shows is told column by column: a new one has to be placed before it can be kept."""

from __future__ import annotations

import re
from pathlib import Path

from webapp.data import Row
from webapp.data.sealed import SEALED

PAGE = (Path(__file__).parents[2] / "docs/security.md").read_text()
TOLD = PAGE[PAGE.index("## What a stolen database shows") : PAGE.index("## What an installation must do itself")]


def columns(told: str) -> set[str]:
    """The columns that are told as `table: column column`, a table on each line."""
    found = set()
    for line in told.strip().splitlines():
        table, names = line.split(":")
        found |= {f"{table.strip()}.{name}" for name in names.split()}
    return found


SEALED_COLUMNS = {f"{column.class_.__tablename__}.{column.key}" for column in SEALED.values()}
# Long random tokens by a fast hash; passwords and passcodes by argon2id.
HASHED = columns("""
    keys: token_hash
    sessions: token_hash
    sign_in_links: token_hash
    approval_tokens: token_hash
    key_tickets: token_hash
    review_links: token_hash passcode_hash
    copies: preview_hash
    people: password_hash
""")
# An HMAC. What people decide about is marked too.
MARKED = columns("""
    attempts: about
    answered_calls: mark request_mark
    approval_tokens: fingerprint
    steps: fingerprint digest
    decisions: digest
    direct_writes: fingerprint
    undos: digest
    undo_parts: digest
    review_links: shown
""")
# What somebody wrote, or what can be read of somebody and of a site: each stands on the page.
WORDS = set(re.findall(r"`(\w+\.\w+)`", TOLD))
# Ids, times, counts, states and names of our own; which item of a site was meant; what is allowed.
FACTS = columns("""
    attempts: id at
    kept_secrets: name made_at
    people: id
    programs: name version started_at seen_at
    site_leases: holder purpose since until
    sites: id public_id direct_editing scope tools_off plan_forced shared_keys_write browser_plan_hours paused_at
    sites: connected_at disconnected_at
    keys: id public_id site_id mode scope tools_off shared made_at last_used_at expires_at paused_at revoked_at
    memberships: id person_id site_id
    notice_addresses: id public_id site_id way made_at
    sessions: id person_id by_link made_at seen_at remembered
    sign_in_links: id person_id expires_at used_at
    answered_calls: id key_id made_at
    approval_tokens: id key_id expires_at used_at
    events: id at what site_id key_id person_id subject door
    issue_reports: id public_id site_id key_id made_at closed_at
    key_tickets: id key_id expires_at used_at
    plans: id public_id key_id site_id mode_on last_position made_at expires_at ended_at ended_why
    notices: id address_id plan_id kind state tries due_at tried_at run_id
    runs: id public_id plan_id key_id site_id person_id continue_on_error stop_asked worker lease_until asked_at
    runs: started_at finished_at looked_at
    steps: id public_id plan_id position status door tool target_kind target_id approval_required wrote_nothing
    steps: applied_at stale checked_at made_at upon needs undecided makes_copy planned_again risks edited_by edited_at
    steps: replaces_id answers
    copies: id public_id site_id key_id step_id kind original_id copy_id preview_until state made_at decided_by
    copies: decided_at snapshot_uuid
    decisions: id step_id person_id verdict made_at link_id counts anyway
    issued_receipts: id run_id edition digest issued_at
    run_steps: id run_id step_id phase outcome approved_by_apply started_at finished_at
    snapshots: id uuid site_id key_id step_id person_id tool kind target_kind target_id restorable taken_at
    snapshots: restored_at restored_by
    undos: id public_id site_id run_id of_undo_id person_id stop_asked worker lease_until made_at looked_at asked_at
    undos: started_at finished_at
    direct_writes: id snapshot_id key_id mark outcome settled_at told_at
    review_links: id public_id site_id plan_id copy_id person_id key_id wrong_passcodes may step_ids counts made_at
    review_links: expires_at revoked_at opened_at openings
    sights: id run_id undo_id copy_id about looked_at
    undo_parts: id undo_id snapshot_id position chosen over phase outcome kept_uuid started_at finished_at
    notes: id public_id plan_id copy_id step_id person_id link_id for_link_id kind made_at told_at settled_at
    notes: settled_by answer_id
""")


def test_every_column_is_sealed_hashed_marked_in_clear_or_holds_words() -> None:
    kinds = [SEALED_COLUMNS, HASHED, MARKED, WORDS, FACTS]
    assert set.union(*kinds) == {str(column) for table in Row.metadata.sorted_tables for column in table.columns}
    assert sum(map(len, kinds)) == len(set.union(*kinds))


def test_what_is_hashed_is_called_so() -> None:
    hashes = {str(one) for table in Row.metadata.sorted_tables for one in table.columns if one.key.endswith("_hash")}
    assert hashes == HASHED
