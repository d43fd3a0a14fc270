"""reviews: links, notes, notices, and what a list of steps needs without unsealing

Columns are added and dropped in place: building a table anew would delete what refers to its rows. A column that is
added so can not carry a rule for deletes, so these name their rows without one. The long sealed columns of steps move to
the end of the row, so that SQLite reads past none of them for a list.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

_LONG = ("arguments", "request", "base", "forecast", "after")
# The tools that come with this version stay off for keys that there are already: nobody chose them.
_NEW_AND_OFF = {"create_review_link", "list_review_links", "revoke_review_link"}
_WAITING = ("planned", "accepted", "sent_back", "failed", "not_run")
_STEPS = sa.table(
    "steps",
    sa.column("id", sa.Integer),
    sa.column("status", sa.String),
    sa.column("lands_on", sa.JSON),
    sa.column("risks", sa.JSON),
)
_KEYS = sa.table("keys", sa.column("id", sa.Integer), sa.column("tools_off", sa.JSON))


def upgrade() -> None:
    op.create_table(
        "notice_addresses",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("public_id", sa.String(), nullable=False),
        sa.Column("site_id", sa.Integer(), nullable=False),
        sa.Column("way", sa.String(), nullable=False),
        sa.Column("address", sa.String(), nullable=False),
        sa.Column("secret", sa.String(), nullable=True),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["site_id"], ["sites.id"], name=op.f("fk_notice_addresses_site_id_sites"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_notice_addresses")),
        sa.UniqueConstraint("public_id", name=op.f("uq_notice_addresses_public_id")),
    )
    with op.batch_alter_table("notice_addresses", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_notice_addresses_site_id"), ["site_id"], unique=False)

    op.create_table(
        "notices",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("address_id", sa.Integer(), nullable=False),
        sa.Column("plan_id", sa.Integer(), nullable=True),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("tries", sa.Integer(), server_default="0", nullable=False),
        sa.Column("due_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("tried_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("answer", sa.String(), nullable=True),
        sa.ForeignKeyConstraint(
            ["address_id"],
            ["notice_addresses.id"],
            name=op.f("fk_notices_address_id_notice_addresses"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(["plan_id"], ["plans.id"], name=op.f("fk_notices_plan_id_plans"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_notices")),
        sa.UniqueConstraint("address_id", "plan_id", "kind", name=op.f("uq_notices_address_id")),
    )
    with op.batch_alter_table("notices", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_notices_address_id"), ["address_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_notices_plan_id"), ["plan_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_notices_state"), ["state"], unique=False)

    op.create_table(
        "review_links",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("public_id", sa.String(), nullable=False),
        sa.Column("site_id", sa.Integer(), nullable=False),
        sa.Column("plan_id", sa.Integer(), nullable=True),
        sa.Column("copy_id", sa.Integer(), nullable=True),
        sa.Column("person_id", sa.Integer(), nullable=True),
        sa.Column("key_id", sa.Integer(), nullable=True),
        sa.Column("token_hash", sa.String(), nullable=False),
        sa.Column("passcode_hash", sa.String(), nullable=True),
        sa.Column("wrong_passcodes", sa.Integer(), server_default="0", nullable=False),
        sa.Column("label", sa.String(), nullable=False),
        sa.Column("may", sa.String(), nullable=False),
        sa.Column("step_ids", sa.JSON(), server_default="[]", nullable=False),
        sa.Column("counts", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("shown", sa.String(), nullable=True),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("revoked_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("opened_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("openings", sa.Integer(), server_default="0", nullable=False),
        sa.ForeignKeyConstraint(
            ["copy_id"], ["copies.id"], name=op.f("fk_review_links_copy_id_copies"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["key_id"], ["keys.id"], name=op.f("fk_review_links_key_id_keys"), ondelete="SET NULL"
        ),
        sa.ForeignKeyConstraint(
            ["person_id"], ["people.id"], name=op.f("fk_review_links_person_id_people"), ondelete="SET NULL"
        ),
        sa.ForeignKeyConstraint(
            ["plan_id"], ["plans.id"], name=op.f("fk_review_links_plan_id_plans"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["site_id"], ["sites.id"], name=op.f("fk_review_links_site_id_sites"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_review_links")),
        sa.UniqueConstraint("public_id", name=op.f("uq_review_links_public_id")),
        sa.UniqueConstraint("token_hash", name=op.f("uq_review_links_token_hash")),
    )
    with op.batch_alter_table("review_links", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_review_links_copy_id"), ["copy_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_review_links_plan_id"), ["plan_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_review_links_site_id"), ["site_id"], unique=False)

    op.create_table(
        "notes",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("public_id", sa.String(), nullable=False),
        sa.Column("plan_id", sa.Integer(), nullable=True),
        sa.Column("copy_id", sa.Integer(), nullable=True),
        sa.Column("step_id", sa.Integer(), nullable=True),
        sa.Column("person_id", sa.Integer(), nullable=True),
        sa.Column("link_id", sa.Integer(), nullable=True),
        sa.Column("for_link_id", sa.Integer(), nullable=True),
        sa.Column("by_name", sa.String(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("text", sa.String(), nullable=False),
        sa.Column("labels", sa.JSON(), server_default="[]", nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("told_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("settled_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("settled_by", sa.Integer(), nullable=True),
        sa.Column("answer_id", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(
            ["answer_id"], ["steps.id"], name=op.f("fk_notes_answer_id_steps"), ondelete="SET NULL"
        ),
        sa.ForeignKeyConstraint(["copy_id"], ["copies.id"], name=op.f("fk_notes_copy_id_copies"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(
            ["for_link_id"], ["review_links.id"], name=op.f("fk_notes_for_link_id_review_links"), ondelete="SET NULL"
        ),
        sa.ForeignKeyConstraint(
            ["link_id"], ["review_links.id"], name=op.f("fk_notes_link_id_review_links"), ondelete="SET NULL"
        ),
        sa.ForeignKeyConstraint(
            ["person_id"], ["people.id"], name=op.f("fk_notes_person_id_people"), ondelete="SET NULL"
        ),
        sa.ForeignKeyConstraint(["plan_id"], ["plans.id"], name=op.f("fk_notes_plan_id_plans"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(
            ["settled_by"], ["people.id"], name=op.f("fk_notes_settled_by_people"), ondelete="SET NULL"
        ),
        sa.ForeignKeyConstraint(["step_id"], ["steps.id"], name=op.f("fk_notes_step_id_steps"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_notes")),
        sa.UniqueConstraint("public_id", name=op.f("uq_notes_public_id")),
    )
    with op.batch_alter_table("notes", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_notes_copy_id"), ["copy_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_notes_plan_id"), ["plan_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_notes_step_id"), ["step_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_notes_told_at"), ["told_at"], unique=False)

    op.add_column("decisions", sa.Column("by_name", sa.String(), nullable=True))
    op.add_column("decisions", sa.Column("counts", sa.Boolean(), server_default=sa.true(), nullable=False))
    op.add_column("decisions", sa.Column("labels", sa.JSON(), server_default="[]", nullable=False))
    op.add_column("decisions", sa.Column("anyway", sa.Boolean(), server_default=sa.false(), nullable=False))

    op.add_column("people", sa.Column("time_zone", sa.String(), nullable=True))

    op.add_column("steps", sa.Column("upon", sa.JSON(), server_default="[]", nullable=False))
    op.add_column("steps", sa.Column("needs", sa.JSON(), server_default="[]", nullable=False))
    op.add_column("steps", sa.Column("undecided", sa.Boolean(), server_default=sa.false(), nullable=False))
    op.add_column("steps", sa.Column("makes_copy", sa.Boolean(), server_default=sa.false(), nullable=False))
    op.add_column("steps", sa.Column("planned_again", sa.Boolean(), server_default=sa.false(), nullable=False))
    op.add_column("steps", sa.Column("risks", sa.JSON(), server_default="[]", nullable=False))
    op.add_column("steps", sa.Column("gist", sa.String(), nullable=True))
    op.add_column("steps", sa.Column("edits", sa.String(), nullable=True))
    op.add_column("steps", sa.Column("edited_at", sa.DateTime(timezone=True), nullable=True))
    op.add_column("steps", sa.Column("answers", sa.String(), nullable=True))
    op.add_column("steps", sa.Column("moved_by", sa.JSON(), nullable=True))

    op.add_column("decisions", sa.Column("link_id", sa.Integer(), nullable=True))
    op.add_column("steps", sa.Column("edited_by", sa.Integer(), nullable=True))
    op.add_column("steps", sa.Column("replaces_id", sa.Integer(), nullable=True))
    for name in _LONG:
        op.execute(f"ALTER TABLE steps RENAME COLUMN {name} TO {name}_before")
        op.add_column("steps", sa.Column(name, sa.String(), nullable=True))
        steps = sa.table("steps", sa.column(name), sa.column(f"{name}_before"))
        op.execute(sa.update(steps).values({name: steps.c[f"{name}_before"]}))
        op.drop_column("steps", f"{name}_before")
    for name in ("former", "now", "moved_from"):
        op.add_column("steps", sa.Column(name, sa.String(), nullable=True))
    _tell_reasons()
    _switch(_NEW_AND_OFF, set())


def _tell_reasons() -> None:
    """Give the steps that there are the reasons to look closely that can be told without unsealing them.

    What lands live met visitors or would. What still waits was never searched, as a text is not that is too long.
    """
    found = op.get_bind().execute(sa.select(_STEPS.c.id, _STEPS.c.status, _STEPS.c.lands_on))
    for step_id, status, lands_on in found.fetchall():
        is_live = isinstance(lands_on, dict) and lands_on.get("where") == "live"
        risks = [*(["long"] if status in _WAITING else []), *(["live"] if is_live else [])]
        if risks:
            op.execute(sa.update(_STEPS).where(_STEPS.c.id == step_id).values(risks=risks))


def _switch(new: set[str], gone: set[str]) -> None:
    found = op.get_bind().execute(sa.select(_KEYS.c.id, _KEYS.c.tools_off))
    for key_id, off in found.fetchall():
        op.execute(sa.update(_KEYS).where(_KEYS.c.id == key_id).values(tools_off=sorted({*off, *new} - gone)))


def downgrade() -> None:
    _switch(set(), _NEW_AND_OFF)
    op.drop_column("steps", "moved_from")
    op.drop_column("steps", "now")
    op.drop_column("steps", "former")
    op.drop_column("steps", "moved_by")
    op.drop_column("steps", "answers")
    op.drop_column("steps", "replaces_id")
    op.drop_column("steps", "edited_at")
    op.drop_column("steps", "edited_by")
    op.drop_column("steps", "edits")
    op.drop_column("steps", "gist")
    op.drop_column("steps", "risks")
    op.drop_column("steps", "planned_again")
    op.drop_column("steps", "makes_copy")
    op.drop_column("steps", "undecided")
    op.drop_column("steps", "needs")
    op.drop_column("steps", "upon")

    op.drop_column("people", "time_zone")

    op.drop_column("decisions", "anyway")
    op.drop_column("decisions", "labels")
    op.drop_column("decisions", "counts")
    op.drop_column("decisions", "by_name")
    op.drop_column("decisions", "link_id")

    with op.batch_alter_table("notes", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_notes_told_at"))
        batch_op.drop_index(batch_op.f("ix_notes_step_id"))
        batch_op.drop_index(batch_op.f("ix_notes_plan_id"))
        batch_op.drop_index(batch_op.f("ix_notes_copy_id"))

    op.drop_table("notes")
    with op.batch_alter_table("review_links", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_review_links_site_id"))
        batch_op.drop_index(batch_op.f("ix_review_links_plan_id"))
        batch_op.drop_index(batch_op.f("ix_review_links_copy_id"))

    op.drop_table("review_links")
    with op.batch_alter_table("notices", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_notices_state"))
        batch_op.drop_index(batch_op.f("ix_notices_plan_id"))
        batch_op.drop_index(batch_op.f("ix_notices_address_id"))

    op.drop_table("notices")
    with op.batch_alter_table("notice_addresses", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_notice_addresses_site_id"))

    op.drop_table("notice_addresses")
