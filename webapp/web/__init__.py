"""The pages for people. One resource a file; each page is a GET that changes nothing or a plain form's POST."""

from __future__ import annotations

from collections.abc import Sequence

from flask import Blueprint, Flask

from . import (
    account,
    agents,
    approvals,
    copies,
    copy_list,
    decisions,
    diagnoses,
    events,
    figures,
    form_bodies,
    guard,
    guest_copies,
    guests,
    health,
    help,
    history,
    keys,
    links,
    named_requests,
    notes,
    notices,
    numbers,
    pages,
    pauses,
    pictures,
    plan_list,
    plannings,
    plans,
    previews,
    protections,
    receipts,
    renderings,
    reports,
    runs,
    sights,
    sites,
    snapshots,
    step_edits,
    steps,
    undos,
    verifications,
    whole_texts,
)

RESOURCES: tuple[Blueprint, ...] = (
    health.bp,
    figures.bp,
    previews.bp,
    plan_list.bp,
    plans.bp,
    steps.bp,
    whole_texts.bp,
    step_edits.bp,
    plannings.bp,
    renderings.bp,
    pictures.bp,
    decisions.bp,
    notes.bp,
    runs.bp,
    sights.bp,
    receipts.bp,
    verifications.bp,
    snapshots.bp,
    undos.bp,
    copy_list.bp,
    copies.bp,
    links.bp,
    guests.bp,
    guest_copies.bp,
    account.bp,
    sites.bp,
    diagnoses.bp,
    keys.bp,
    pauses.bp,
    protections.bp,
    notices.bp,
    history.bp,
    events.bp,
    reports.bp,
    help.bp,
    agents.bp,
    approvals.bp,
)


def register(app: Flask, doors: Sequence[Blueprint]) -> None:
    """Add every page, and what guards them, to the web program.

    Args:
        doors: blueprints that have guards of their own and never read cookies.
    """
    pages.set_up(app)
    form_bodies.read_with_care(app)
    numbers.set_up(app)
    named_requests.set_up(app)
    guard.set_up(app, doors)
    for resource in RESOURCES:
        app.register_blueprint(resource)
