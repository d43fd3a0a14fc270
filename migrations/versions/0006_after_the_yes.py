"""after the yes: receipts as they were issued, undos, what visitors see, doors of events, words of plans

Columns are added and dropped in place: building a table anew would delete what refers to its rows. A column that is
added so can not carry a rule for deletes, so a notice names its run without one.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


_RUNS = sa.table("runs", *map(sa.column, ("plan_id", "looked_at", "finished_at", "title", "note")))
_PLANS = sa.table("plans", *map(sa.column, ("id", "title", "note", "client", "words")))
_NOTICES = sa.table("notices", sa.column("run_id"))
_STEPS = sa.table("steps", *map(sa.column, ("plan_id", "position", "effect")))


def _fill() -> None:
    """Let no worker look at pages for runs that ended long ago, give runs the titles of their plans, and let plans be
    found by what they say."""
    connection = op.get_bind()
    connection.execute(_RUNS.update().values(looked_at=_RUNS.c.finished_at))
    of_plan = _PLANS.c.id == _RUNS.c.plan_id
    called = {name: sa.select(_PLANS.c[name]).where(of_plan).scalar_subquery() for name in ("title", "note")}
    connection.execute(_RUNS.update().values(called))
    for plan in connection.execute(sa.select(_PLANS)).all():
        effects = sa.select(_STEPS.c.effect).where(_STEPS.c.plan_id == plan.id).order_by(_STEPS.c.position)
        told = [plan.title, plan.note, plan.client, *connection.scalars(effects)]
        words = "\n".join(line for line in told if line).lower()[:20_000]
        connection.execute(_PLANS.update().where(_PLANS.c.id == plan.id).values(words=words))


def upgrade() -> None:
    op.create_table(
        "issued_receipts",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("run_id", sa.Integer(), nullable=False),
        sa.Column("edition", sa.Integer(), nullable=False),
        sa.Column("record", sa.String(), nullable=False),
        sa.Column("digest", sa.String(), nullable=False),
        sa.Column("issued_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["run_id"], ["runs.id"], name=op.f("fk_issued_receipts_run_id_runs"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_issued_receipts")),
        sa.UniqueConstraint("run_id", "edition", name=op.f("uq_issued_receipts_run_id")),
    )
    op.create_index(op.f("ix_issued_receipts_digest"), "issued_receipts", ["digest"], unique=False)
    op.create_index(op.f("ix_issued_receipts_run_id"), "issued_receipts", ["run_id"], unique=False)

    op.create_table(
        "undos",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("public_id", sa.String(), nullable=False),
        sa.Column("site_id", sa.Integer(), nullable=False),
        sa.Column("run_id", sa.Integer(), nullable=True),
        sa.Column("of_undo_id", sa.Integer(), nullable=True),
        sa.Column("person_id", sa.Integer(), nullable=True),
        sa.Column("digest", sa.String(), nullable=False),
        sa.Column("stop_asked", sa.Boolean(), nullable=False),
        sa.Column("worker", sa.String(), nullable=True),
        sa.Column("lease_until", sa.DateTime(timezone=True), nullable=True),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("looked_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("asked_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("started_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("finished_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["of_undo_id"], ["undos.id"], name=op.f("fk_undos_of_undo_id_undos"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["person_id"], ["people.id"], name=op.f("fk_undos_person_id_people"), ondelete="SET NULL"
        ),
        sa.ForeignKeyConstraint(["run_id"], ["runs.id"], name=op.f("fk_undos_run_id_runs"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["site_id"], ["sites.id"], name=op.f("fk_undos_site_id_sites"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_undos")),
        sa.UniqueConstraint("public_id", name=op.f("uq_undos_public_id")),
    )
    op.create_index(op.f("ix_undos_of_undo_id"), "undos", ["of_undo_id"], unique=False)
    op.create_index(
        "ix_undos_open_site",
        "undos",
        ["site_id"],
        unique=True,
        sqlite_where=sa.text("asked_at IS NOT NULL AND finished_at IS NULL"),
        postgresql_where=sa.text("asked_at IS NOT NULL AND finished_at IS NULL"),
    )
    op.create_index(op.f("ix_undos_run_id"), "undos", ["run_id"], unique=False)
    op.create_index("ix_undos_site_id", "undos", ["site_id"], unique=False)

    op.create_table(
        "sights",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("run_id", sa.Integer(), nullable=True),
        sa.Column("undo_id", sa.Integer(), nullable=True),
        sa.Column("copy_id", sa.Integer(), nullable=True),
        sa.Column("address", sa.String(), nullable=False),
        sa.Column("about", sa.JSON(), nullable=False),
        sa.Column("before", sa.JSON(), nullable=True),
        sa.Column("after", sa.JSON(), nullable=True),
        sa.Column("found", sa.JSON(), nullable=False),
        sa.Column("looked_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["copy_id"], ["copies.id"], name=op.f("fk_sights_copy_id_copies"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["run_id"], ["runs.id"], name=op.f("fk_sights_run_id_runs"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["undo_id"], ["undos.id"], name=op.f("fk_sights_undo_id_undos"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sights")),
    )
    op.create_index(op.f("ix_sights_copy_id"), "sights", ["copy_id"], unique=False)
    op.create_index(op.f("ix_sights_run_id"), "sights", ["run_id"], unique=False)
    op.create_index(op.f("ix_sights_undo_id"), "sights", ["undo_id"], unique=False)

    op.create_table(
        "undo_parts",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("undo_id", sa.Integer(), nullable=False),
        sa.Column("snapshot_id", sa.Integer(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("look", sa.String(), nullable=True),
        sa.Column("digest", sa.String(), nullable=True),
        sa.Column("chosen", sa.Boolean(), nullable=False),
        sa.Column("over", sa.Boolean(), nullable=False),
        sa.Column("phase", sa.String(), nullable=False),
        sa.Column("outcome", sa.String(), nullable=True),
        sa.Column("report", sa.String(), nullable=True),
        sa.Column("kept_uuid", sa.String(), nullable=True),
        sa.Column("started_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("finished_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["snapshot_id"], ["snapshots.id"], name=op.f("fk_undo_parts_snapshot_id_snapshots"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["undo_id"], ["undos.id"], name=op.f("fk_undo_parts_undo_id_undos"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_undo_parts")),
        sa.UniqueConstraint("undo_id", "position", name=op.f("uq_undo_parts_undo_id")),
    )
    op.create_index(op.f("ix_undo_parts_snapshot_id"), "undo_parts", ["snapshot_id"], unique=False)
    op.create_index(op.f("ix_undo_parts_undo_id"), "undo_parts", ["undo_id"], unique=False)

    op.add_column("events", sa.Column("door", sa.String(), nullable=True))
    op.create_index(op.f("ix_events_key_id"), "events", ["key_id"], unique=False)
    op.create_index("ix_events_site_id_person_id", "events", ["site_id", "person_id"], unique=False)
    op.create_index(op.f("ix_events_subject"), "events", ["subject"], unique=False)

    op.add_column("notices", sa.Column("run_id", sa.Integer(), nullable=True))
    op.create_index("ix_notices_run_id_address_id", "notices", ["run_id", "address_id"], unique=True)

    op.add_column("plans", sa.Column("words", sa.String(), server_default=sa.text("''"), nullable=False))
    op.create_index("ix_plans_site_id_ended_at", "plans", ["site_id", "ended_at"], unique=False)
    op.drop_index("ix_plans_site_id", "plans")

    op.add_column("runs", sa.Column("looked_at", sa.DateTime(timezone=True), nullable=True))
    op.add_column("runs", sa.Column("title", sa.String(), nullable=True))
    op.add_column("runs", sa.Column("note", sa.String(), nullable=True))
    op.create_index("ix_runs_site_id_asked_at", "runs", ["site_id", "asked_at"], unique=False)
    op.create_index("ix_runs_key_id_asked_at", "runs", ["key_id", "asked_at"], unique=False)
    op.create_index("ix_runs_person_id_asked_at", "runs", ["person_id", "asked_at"], unique=False)
    op.drop_index("ix_runs_site_id", "runs")
    op.create_index("ix_run_steps_outcome_run_id", "run_steps", ["outcome", "run_id"], unique=False)

    _fill()


def downgrade() -> None:
    op.drop_index("ix_run_steps_outcome_run_id", "run_steps")
    op.create_index("ix_runs_site_id", "runs", ["site_id"], unique=False)
    op.drop_index("ix_runs_person_id_asked_at", "runs")
    op.drop_index("ix_runs_key_id_asked_at", "runs")
    op.drop_index("ix_runs_site_id_asked_at", "runs")
    op.drop_column("runs", "note")
    op.drop_column("runs", "title")
    op.drop_column("runs", "looked_at")

    op.create_index("ix_plans_site_id", "plans", ["site_id"], unique=False)
    op.drop_index("ix_plans_site_id_ended_at", "plans")
    op.drop_column("plans", "words")

    # Without its run, what tells of a run's end would pass for a test.
    op.execute(_NOTICES.delete().where(_NOTICES.c.run_id.is_not(None)))
    op.drop_index("ix_notices_run_id_address_id", "notices")
    op.drop_column("notices", "run_id")

    op.drop_index(op.f("ix_events_subject"), "events")
    op.drop_index("ix_events_site_id_person_id", "events")
    op.drop_index(op.f("ix_events_key_id"), "events")
    op.drop_column("events", "door")

    op.drop_index(op.f("ix_undo_parts_undo_id"), "undo_parts")
    op.drop_index(op.f("ix_undo_parts_snapshot_id"), "undo_parts")

    op.drop_table("undo_parts")
    op.drop_index(op.f("ix_sights_undo_id"), "sights")
    op.drop_index(op.f("ix_sights_run_id"), "sights")
    op.drop_index(op.f("ix_sights_copy_id"), "sights")

    op.drop_table("sights")
    op.drop_index("ix_undos_site_id", "undos")
    op.drop_index(op.f("ix_undos_run_id"), "undos")
    op.drop_index(
        "ix_undos_open_site",
        "undos",
        sqlite_where=sa.text("asked_at IS NOT NULL AND finished_at IS NULL"),
        postgresql_where=sa.text("asked_at IS NOT NULL AND finished_at IS NULL"),
    )
    op.drop_index(op.f("ix_undos_of_undo_id"), "undos")

    op.drop_table("undos")
    op.drop_index(op.f("ix_issued_receipts_run_id"), "issued_receipts")
    op.drop_index(op.f("ix_issued_receipts_digest"), "issued_receipts")

    op.drop_table("issued_receipts")
