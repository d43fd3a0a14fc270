"""Cases that other people's agents and sites met are kept by tests that name them: here is which, and where.

A test names its cases in its name (`test_c22_1_...`), in its own text or in a comment right above it.
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

TESTS = Path(__file__).parent
IN_WORDS = re.compile(r"\bC(\d\d)\.(\d)\b")
IN_NAME = re.compile(r"^test_c(\d\d)_(\d)_")

KEPT = {
    # the login never reaches WordPress
    "C01.1": ["wordpress/test_login.py", "wordpress/test_with_the_sample_site.py"],
    "C01.2": ["wordpress/test_login.py"],
    "C01.3": ["wordpress/test_login.py"],
    "C01.4": ["promises/cases/test_c01.py"],
    # drawn text written back over blocks
    "C02.1": ["tools/test_page_reads.py"],
    "C02.2": ["tools/test_page_reads.py"],
    "C02.3": ["tools/test_page_update_forecasts.py", "tools/test_risks.py", "web/test_cases_on_pages.py"],
    # somebody edits between plan and apply
    "C03.1": [
        "core/test_stale.py",
        "core/test_stale_choices.py",
        "e2e/test_stale_steps.py",
        "real/test_stale_steps.py",
        "web/test_plans.py",
        "web/test_stale_steps.py",
    ],
    "C03.2": ["core/test_stale.py"],
    "C03.3": ["core/test_stale.py", "real/test_stale_steps.py"],
    "C03.4": [
        "core/test_stale.py",
        "core/test_stale_choices.py",
        "real/test_stale_steps.py",
        "web/test_stale_steps.py",
    ],
    # a write landed and its answer was lost
    "C04.1": ["core/test_lost_answers.py", "core/test_new_drafts.py", "tools/test_creating.py"],
    "C04.2": ["core/test_lost_answers.py", "core/test_new_drafts.py", "tools/test_creating.py"],
    "C04.3": ["core/test_new_drafts.py"],
    "C04.4": ["core/test_lost_answers.py", "core/test_new_drafts.py"],
    "C04.5": ["core/test_lost_answers.py"],
    # logins or REST switched off
    "C05.1": ["promises/cases/test_c01.py", "wordpress/test_root.py"],
    "C05.2": ["wordpress/test_login.py", "wordpress/test_root.py"],
    "C05.3": ["wordpress/test_diagnosis.py", "wordpress/test_login.py"],
    "C05.4": ["wordpress/test_login.py"],
    # pages of a page builder
    "C06.1": [
        "promises/cases/test_c06.py",
        "tools/test_page_update_forecasts.py",
        "tools/test_risks.py",
        "web/test_cases_on_pages.py",
    ],
    "C06.2": [
        "promises/cases/test_c06.py",
        "tools/test_page_update_forecasts.py",
        "tools/test_risks.py",
        "web/test_cases_on_pages.py",
    ],
    "C06.3": ["promises/cases/test_c06.py", "tools/test_page_updates.py"],
    # escapes and backslashes in blocks' settings
    "C10.1": ["real/test_texts.py", "tools/test_page_updates.py"],
    "C10.2": ["promises/cases/test_c10_blocks.py"],
    "C10.3": ["real/test_texts.py", "tools/test_page_updates.py"],
    # 200, and the custom field left out
    "C12.1": ["promises/cases/test_c12.py", "tools/test_page_updates.py"],
    "C12.2": ["promises/cases/test_c12.py", "tools/test_page_updates.py"],
    "C12.3": ["promises/cases/test_c12.py"],
    # other text around the JSON
    "C13.1": ["core/test_lost_answers.py", "wordpress/test_with_the_sample_site.py", "wordpress/test_writing.py"],
    "C13.2": ["core/test_lost_answers.py", "wordpress/test_with_the_sample_site.py"],
    "C13.3": ["core/test_lost_answers.py", "wordpress/test_with_the_sample_site.py"],
    "C13.4": ["core/test_lost_answers.py", "wordpress/test_writing.py"],
    "C13.5": ["core/test_lost_answers.py"],
    # what runs is not what was reviewed
    "C15.1": ["core/test_digest.py", "web/test_stale_steps.py"],
    "C15.2": ["core/test_digest.py", "web/test_stale_steps.py"],
    "C15.3": ["core/test_digest.py", "web/test_stale_steps.py"],
    "C15.4": ["web/test_stale_steps.py"],
    # one plan, two presses
    "C16.1": ["web/test_decisions.py"],
    "C16.2": ["web/test_decisions.py"],
    "C16.3": ["web/test_stale_steps.py"],
    "C16.4": ["core/test_resuming.py", "web/test_decisions.py", "web/test_snapshots.py"],
    "C16.5": ["core/test_resuming.py"],
    # where the REST root is
    "C19.1": ["promises/cases/test_c19.py", "wordpress/test_client.py"],
    "C19.2": ["promises/cases/test_c19.py", "wordpress/test_root.py"],
    "C19.3": ["real/test_texts.py"],
    "C19.4": ["promises/cases/test_c19.py"],
    # back from the trash
    "C20.1": ["real/test_trash.py", "tools/test_page_deletes.py"],
    "C20.2": ["real/test_trash.py", "tools/test_page_deletes.py"],
    "C20.3": ["real/test_trash.py", "tools/test_page_deletes.py"],
    "C20.4": ["real/test_items.py", "tools/test_page_deletes.py", "tools/test_posts.py"],
    # one term set, the others gone
    "C22.1": ["promises/cases/test_c22.py", "tools/test_item_terms.py", "web/test_cases_on_pages.py"],
    "C22.2": ["promises/cases/test_c22.py", "tools/test_item_terms.py"],
    "C22.3": ["promises/cases/test_c22.py", "real/test_items.py", "tools/test_item_terms.py"],
    "C22.4": ["promises/cases/test_c22.py", "tools/test_item_terms.py", "tools/test_term_choice.py"],
    # dates and time zones
    "C25.1": ["real/test_items.py", "tools/test_item_dates.py"],
    "C25.2": ["real/test_items.py", "tools/test_item_dates.py"],
    "C25.3": ["real/test_items.py", "tools/test_item_dates.py"],
    "C25.4": ["real/test_items.py", "tools/test_item_dates.py"],
    # signs kept as entities
    "C26.1": ["real/test_items.py", "tools/test_posts.py", "web/test_cases_on_pages.py"],
    "C26.2": ["real/test_items.py", "tools/test_posts.py"],
    "C26.3": ["real/test_names.py", "tools/test_posts.py", "tools/test_term_tools.py"],
    "C26.4": ["tools/test_posts.py", "web/test_cases_on_pages.py"],
    # addresses that are taken
    "C28.1": ["core/test_new_drafts.py", "tools/test_creating.py", "tools/test_publishing.py"],
    "C28.2": ["tools/test_creating.py"],
    "C28.3": ["tools/test_publishing.py"],
    "C28.4": ["core/test_new_drafts.py", "tools/test_creating.py"],
    # order and nesting of menus
    "C33.1": ["core/test_menus.py", "tools/test_risks.py", "web/test_cases_on_pages.py"],
    "C33.2": ["core/test_menus.py", "tools/test_menu_items.py", "tools/test_risks.py", "web/test_cases_on_pages.py"],
    "C33.3": ["core/test_menus.py", "tools/test_menu_items.py", "tools/test_risks.py", "web/test_cases_on_pages.py"],
    "C33.4": ["tools/test_menu_items.py", "web/test_cases_on_pages.py"],
    "C33.5": ["tools/test_menu_items.py"],
    # pages below one in the trash
    "C36.1": ["real/test_trash.py", "tools/test_page_deletes.py"],
    "C36.2": ["real/test_trash.py", "tools/test_page_deletes.py"],
    "C36.3": ["real/test_trash.py"],
    # rights, and types that are not open
    "C37.1": ["promises/cases/test_c37.py", "real/test_items.py", "tools/test_posts.py"],
    "C37.2": ["promises/cases/test_c37.py"],
    "C37.3": ["promises/cases/test_c37.py", "tools/test_posts.py"],
    "C37.4": ["promises/cases/test_c37.py", "tools/test_custom_posts.py"],
    "C37.5": ["promises/cases/test_c37.py"],
    # texts too large for the web server
    "C38.1": ["promises/cases/test_c38.py", "tools/test_media_uploads.py", "wordpress/test_verdicts.py"],
    "C38.2": ["promises/cases/test_c38.py"],
    "C38.3": ["promises/cases/test_c38.py"],
    # signs that a database does not keep
    "C39.1": ["promises/cases/test_c39.py"],
    "C39.2": ["promises/cases/test_c39.py"],
    "C39.3": ["promises/cases/test_c39.py", "real/test_texts.py"],
    # settings
    "C40.1": ["promises/cases/test_c40.py"],
    "C40.2": ["promises/cases/test_c40.py"],
    "C40.3": ["promises/cases/test_c40.py"],
    "C40.4": ["promises/cases/test_c40.py"],
    # too many calls
    "C41.1": ["promises/cases/test_c41.py"],
    "C41.2": ["promises/cases/test_c41.py", "wordpress/test_writing.py"],
    "C41.3": ["wordpress/test_writing.py"],
    "C41.4": ["core/test_two_keys.py"],
    # sites in several languages
    "C65.1": ["tools/test_languages.py"],
    "C65.2": ["tools/test_languages.py"],
    "C65.3": ["tools/test_languages.py"],
    "C65.4": ["wordpress/test_root.py"],
    # files
    "C66.1": ["promises/cases/test_c66.py", "tools/test_file_kinds.py", "tools/test_media_uploads.py"],
    "C66.2": ["promises/cases/test_c66.py", "tools/test_media_uploads.py", "wordpress/test_fetching.py"],
    "C66.3": ["promises/cases/test_c66.py", "tools/test_media_uploads.py"],
    "C66.4": [
        "promises/cases/test_c66.py",
        "tools/test_file_kinds.py",
        "tools/test_media_uploads.py",
        "wordpress/test_fetching.py",
    ],
    "C66.5": ["promises/cases/test_c66.py", "tools/test_media_uploads.py"],
    # an agent approves its own plan
    "C23.1": ["promises/cases/test_c23.py", "promises/test_applying.py"],
    "C23.2": ["promises/cases/test_c23.py"],
    "C23.3": ["promises/cases/test_c23.py"],
    "C23.4": ["promises/cases/test_c23.py", "promises/test_applying.py"],
    "C23.5": ["promises/cases/test_c23.py"],
    # secrets in arguments
    "C42.1": ["core/test_passwords_of_users.py", "e2e/test_hostile_plan.py", "promises/test_secrets.py"],
    "C42.2": ["core/test_passwords_of_users.py", "promises/test_secrets.py"],
    "C42.3": ["web/test_step_reading.py"],
    "C42.4": ["core/test_passwords_of_users.py"],
    "C42.5": ["web/test_plans.py"],
    # links that are shared
    "C45.1": ["web/test_guests.py"],
    "C45.2": ["web/test_guests.py", "web/test_renderings.py"],
    "C45.3": ["e2e/test_renderings.py", "web/test_guests.py", "web/test_previews.py", "web/test_renderings.py"],
    "C45.4": ["web/test_guests.py"],
    "C45.5": ["web/test_guests.py"],
    # script in a plan
    "C46.1": [
        "e2e/test_hostile_plan.py",
        "e2e/test_renderings.py",
        "web/test_cards.py",
        "web/test_edits.py",
        "web/test_hostile_site.py",
        "web/test_previews.py",
        "web/test_renderings.py",
        "web/test_step_reading.py",
    ],
    "C46.2": ["e2e/test_hostile_plan.py", "e2e/test_renderings.py", "web/test_renderings.py"],
    "C46.3": ["e2e/test_renderings.py", "web/test_renderings.py"],
    "C46.4": ["web/test_templates.py"],
    # the decisive part of a long step
    "C47.1": ["e2e/test_step_reading.py", "web/test_endless_names.py", "web/test_stretches.py"],
    "C47.2": ["e2e/test_hostile_plan.py", "web/test_stretches.py"],
    "C47.3": ["web/test_cards.py"],
    "C47.4": ["web/test_step_reading.py", "web/test_stretches.py"],
    # another website drives this one
    "C62.1": ["promises/cases/test_c62.py"],
    "C62.2": ["promises/cases/test_c62.py"],
    "C62.3": ["promises/cases/test_c62.py"],
    "C62.4": ["promises/cases/test_c62.py"],
    "C62.5": ["promises/cases/test_c62.py"],
    # ids that do not exist yet
    "C63.1": ["core/test_menus.py", "core/test_references.py"],
    "C63.2": ["core/test_references.py"],
    "C63.3": ["core/test_references.py"],
    "C63.4": ["tools/test_creating.py", "tools/test_term_choice.py", "tools/test_term_tools.py"],
    "C63.5": ["core/test_references.py"],
    # where signing in leads
    "C64.1": ["web/test_guard.py"],
    "C64.2": ["web/test_guard.py"],
    "C64.3": ["web/test_guard.py"],
    # numbers, truth values and lists that arrive as text
    "C08.1": ["promises/cases/test_c08.py"],
    "C08.2": ["promises/cases/test_c08.py"],
    "C08.3": ["promises/cases/test_c08.py", "promises/test_reading_and_trimming.py"],
    "C08.4": ["promises/cases/test_c08.py"],
    "C08.5": ["promises/cases/test_c08.py", "promises/test_same_write.py"],
    # null for what was not meant
    "C11.1": ["promises/cases/test_c11.py"],
    "C11.2": ["promises/cases/test_c11.py"],
    "C11.3": ["promises/cases/test_c11.py"],
    "C11.4": ["promises/cases/test_c11.py"],
    # a partial failure, and going on
    "C18.1": ["core/test_continuing.py", "core/test_new_drafts.py", "core/test_resuming.py", "e2e/test_runs_live.py"],
    "C18.2": ["core/test_continuing.py", "core/test_resuming.py"],
    "C18.3": ["core/test_continuing.py", "core/test_resuming.py"],
    "C18.4": ["core/test_continuing.py"],
    "C18.5": ["core/test_continuing.py", "core/test_issuing.py", "core/test_resuming.py"],
    # a restore that brings back text alone
    "C30.1": ["real/test_items.py", "tools/test_posts.py"],
    "C30.2": ["real/test_items.py"],
    "C30.3": ["real/test_items.py"],
    "C30.4": ["real/test_items.py"],
    # one schema that makes all tools vanish
    "C49.1": ["promises/cases/test_c49.py"],
    "C49.2": ["doors/test_official_client.py"],
    "C49.3": ["promises/cases/test_c49.py"],
    "C49.4": ["promises/cases/test_c49.py"],
    # why a call failed
    "C50.1": ["promises/cases/test_c50.py"],
    "C50.2": ["promises/cases/test_c50.py", "promises/test_a_step.py"],
    "C50.3": ["promises/cases/test_c50.py", "promises/test_across_doors.py"],
    "C50.4": ["promises/cases/test_c50.py"],
    # names too long for a client
    "C51.1": ["promises/cases/test_c51.py"],
    "C51.2": ["promises/cases/test_c51.py"],
    "C51.3": ["promises/cases/test_c51.py"],
    # calls side by side
    "C52.1": ["promises/cases/test_c52.py", "promises/test_same_write.py"],
    "C52.2": ["promises/cases/test_c52.py", "promises/test_same_write.py"],
    "C52.3": ["promises/cases/test_c52.py"],
    "C52.4": ["promises/cases/test_c52.py"],
    # discarded or ended while steps run
    "C56.1": ["core/test_resuming.py", "e2e/test_runs_live.py"],
    "C56.2": ["core/test_resuming.py"],
    "C56.3": ["core/test_resuming.py"],
    "C56.4": ["core/test_phases.py", "core/test_resuming.py"],
    # locked for ever after a crash
    "C57.1": ["chaos/test_killed.py", "core/test_resuming.py"],
    "C57.2": ["core/test_resuming.py"],
    "C57.3": ["core/test_phases.py"],
    "C57.4": ["chaos/test_busy_sites.py", "core/test_phases.py"],
    # too big for a client
    "C59.1": ["promises/cases/test_c59.py", "promises/test_secrets.py"],
    "C59.2": ["promises/cases/test_c59.py", "promises/cases/test_c66.py"],
    "C59.3": ["promises/cases/test_c66.py", "tools/test_file_kinds.py", "tools/test_media_uploads.py"],
    "C59.4": ["promises/cases/test_c59.py"],
    # corners of the protocol
    "C61.1": ["promises/cases/test_c61.py"],
    "C61.2": ["promises/cases/test_c61.py"],
    "C61.3": ["promises/cases/test_c61.py"],
    "C61.4": ["promises/cases/test_c61.py"],
    "C61.5": ["promises/cases/test_c61.py"],
    "C61.6": ["promises/cases/test_c61.py"],
    # too many notices, or misleading ones
    "C67.1": ["core/test_notices.py"],
    "C67.2": ["core/test_notices.py"],
    "C67.3": ["core/test_notices.py"],
    "C67.4": ["core/test_notices.py"],
    "C67.5": ["core/test_notices.py"],
}


def named_by(test: ast.FunctionDef | ast.AsyncFunctionDef, lines: list[str]) -> Iterator[str]:
    """The cases that a test names."""
    first = min([test.lineno, *(mark.lineno for mark in test.decorator_list)]) - 1
    above = lines[first - 1] if first and lines[first - 1].startswith("#") else ""
    words = "\n".join([above, *lines[first : test.end_lineno]])
    yield from (f"C{case}.{part}" for case, part in IN_WORDS.findall(words))
    yield from (f"C{case}.{part}" for case, part in IN_NAME.findall(test.name))


@cache
def named() -> dict[str, set[str]]:
    """Every case that a test names, with the files of those tests."""
    found = defaultdict(set)
    for path in sorted(TESTS.rglob("test_*.py")):
        text = path.read_text()
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_"):
                for case in named_by(node, text.splitlines()):
                    found[case].add(str(path.relative_to(TESTS)))
    return dict(found)


def test_every_case_is_kept_where_the_list_says() -> None:
    gone = [(case, file) for case, files in KEPT.items() for file in files if file not in named().get(case, set())]
    assert gone == []


def test_no_part_of_a_case_is_left_out() -> None:
    parts = defaultdict(list)
    for case in KEPT:
        name, _, part = case.partition(".")
        parts[name].append(int(part))
    assert len(parts) == 47
    assert sum(map(len, parts.values())) == 195
    assert [name for name, numbers in parts.items() if numbers != list(range(1, len(numbers) + 1))] == []


def test_no_test_names_a_part_that_its_case_has_not() -> None:
    cases = {case.partition(".")[0] for case in KEPT}
    assert [case for case in named() if case.partition(".")[0] in cases and case not in KEPT] == []
