"""secrets that are kept, attempts that are counted, programs that run, direct writes in hand, and what a session says
of its browser

Columns are added in place: building a table anew would delete what refers to its rows.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


# The log is read with the newest first: an index that ends with the id needs no sorting on either database.
BEFORE = {
    "ix_events_site_id": ["site_id"],
    "ix_events_site_id_person_id": ["site_id", "person_id"],
    "ix_events_key_id": ["key_id"],
}
NOW = {f"{name}_id": [*columns, "id"] for name, columns in BEFORE.items()}


def upgrade() -> None:
    op.create_table(
        "attempts",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("about", sa.String(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_attempts")),
    )
    op.create_index("ix_attempts_about_at", "attempts", ["about", "at"], unique=False)
    op.create_index(op.f("ix_attempts_at"), "attempts", ["at"], unique=False)
    op.create_table(
        "kept_secrets",
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("sealed", sa.String(), nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_kept_secrets")),
    )
    op.create_table(
        "programs",
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("version", sa.String(), nullable=False),
        sa.Column("started_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("seen_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_programs")),
    )
    op.create_table(
        "direct_writes",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("snapshot_id", sa.Integer(), nullable=False),
        sa.Column("key_id", sa.Integer(), nullable=False),
        sa.Column("mark", sa.String(), nullable=False),
        sa.Column("fingerprint", sa.String(), nullable=False),
        sa.Column("arguments", sa.String(), nullable=True),
        sa.Column("outcome", sa.String(), nullable=True),
        sa.Column("answer", sa.String(), nullable=True),
        sa.Column("settled_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("told_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["key_id"], ["keys.id"], name=op.f("fk_direct_writes_key_id_keys"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["snapshot_id"],
            ["snapshots.id"],
            name=op.f("fk_direct_writes_snapshot_id_snapshots"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_direct_writes")),
        sa.UniqueConstraint("snapshot_id", name=op.f("uq_direct_writes_snapshot_id")),
    )
    op.create_index("ix_direct_writes_key_id_fingerprint", "direct_writes", ["key_id", "fingerprint"], unique=False)
    op.add_column("sessions", sa.Column("browser", sa.String(), nullable=True))
    op.add_column("sessions", sa.Column("seen_at", sa.DateTime(timezone=True), nullable=True))
    # A session of before may be one that was asked to last: it keeps its month.
    op.add_column("sessions", sa.Column("remembered", sa.Boolean(), nullable=False, server_default=sa.true()))
    _index_the_log(NOW, instead_of=BEFORE)


def downgrade() -> None:
    _index_the_log(BEFORE, instead_of=NOW)
    op.drop_column("sessions", "remembered")
    op.drop_column("sessions", "seen_at")
    op.drop_column("sessions", "browser")
    op.drop_index("ix_direct_writes_key_id_fingerprint", table_name="direct_writes")
    op.drop_table("direct_writes")
    op.drop_table("programs")
    op.drop_table("kept_secrets")
    op.drop_index(op.f("ix_attempts_at"), table_name="attempts")
    op.drop_index("ix_attempts_about_at", table_name="attempts")
    op.drop_table("attempts")


def _index_the_log(indexes: dict[str, list[str]], *, instead_of: dict[str, list[str]]) -> None:
    for name in instead_of:
        op.drop_index(name, table_name="events")
    for name, columns in indexes.items():
        op.create_index(name, "events", columns, unique=False)
