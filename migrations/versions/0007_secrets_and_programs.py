"""secrets that are kept, attempts that are counted, programs that run, and what a session says of its browser

Columns are added in place: building a table anew would delete what refers to its rows.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


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
    op.add_column("sessions", sa.Column("browser", sa.String(), nullable=True))
    op.add_column("sessions", sa.Column("seen_at", sa.DateTime(timezone=True), nullable=True))


def downgrade() -> None:
    op.drop_column("sessions", "seen_at")
    op.drop_column("sessions", "browser")
    op.drop_table("programs")
    op.drop_table("kept_secrets")
    op.drop_index(op.f("ix_attempts_at"), table_name="attempts")
    op.drop_index("ix_attempts_about_at", table_name="attempts")
    op.drop_table("attempts")
