"""what owners allow, reports, tickets, answers given

Columns are added and dropped in place: building a table anew would delete what refers to its rows.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "answered_calls",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("key_id", sa.Integer(), nullable=False),
        sa.Column("mark", sa.String(), nullable=False),
        sa.Column("request_mark", sa.String(), nullable=False),
        sa.Column("answer", sa.String(), nullable=True),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["key_id"], ["keys.id"], name=op.f("fk_answered_calls_key_id_keys"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_answered_calls")),
        sa.UniqueConstraint("key_id", "mark", name=op.f("uq_answered_calls_key_id")),
    )
    with op.batch_alter_table("answered_calls", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_answered_calls_made_at"), ["made_at"], unique=False)

    op.create_table(
        "issue_reports",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("public_id", sa.String(), nullable=False),
        sa.Column("site_id", sa.Integer(), nullable=False),
        sa.Column("key_id", sa.Integer(), nullable=False),
        sa.Column("body", sa.String(), nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("closed_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["key_id"], ["keys.id"], name=op.f("fk_issue_reports_key_id_keys"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["site_id"], ["sites.id"], name=op.f("fk_issue_reports_site_id_sites"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_issue_reports")),
        sa.UniqueConstraint("public_id", name=op.f("uq_issue_reports_public_id")),
    )
    with op.batch_alter_table("issue_reports", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_issue_reports_key_id"), ["key_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_issue_reports_site_id"), ["site_id"], unique=False)

    op.create_table(
        "key_tickets",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("token_hash", sa.String(), nullable=False),
        sa.Column("key_id", sa.Integer(), nullable=False),
        sa.Column("key_token", sa.String(), nullable=True),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("used_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["key_id"], ["keys.id"], name=op.f("fk_key_tickets_key_id_keys"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_key_tickets")),
        sa.UniqueConstraint("token_hash", name=op.f("uq_key_tickets_token_hash")),
    )
    with op.batch_alter_table("key_tickets", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_key_tickets_key_id"), ["key_id"], unique=False)

    op.add_column("keys", sa.Column("tools_off", sa.JSON(), server_default="[]", nullable=False))
    op.add_column("keys", sa.Column("expires_at", sa.DateTime(timezone=True), nullable=True))
    op.add_column("keys", sa.Column("paused_at", sa.DateTime(timezone=True), nullable=True))

    op.add_column("sites", sa.Column("scope", sa.String(), server_default="full", nullable=False))
    op.add_column("sites", sa.Column("protected", sa.JSON(), server_default="[]", nullable=False))
    op.add_column("sites", sa.Column("plan_forced", sa.Boolean(), server_default=sa.false(), nullable=False))
    op.add_column("sites", sa.Column("shared_keys_write", sa.Boolean(), server_default=sa.false(), nullable=False))
    op.add_column("sites", sa.Column("paused_at", sa.DateTime(timezone=True), nullable=True))


def downgrade() -> None:
    op.drop_column("sites", "paused_at")
    op.drop_column("sites", "shared_keys_write")
    op.drop_column("sites", "plan_forced")
    op.drop_column("sites", "protected")
    op.drop_column("sites", "scope")

    op.drop_column("keys", "paused_at")
    op.drop_column("keys", "expires_at")
    op.drop_column("keys", "tools_off")

    with op.batch_alter_table("key_tickets", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_key_tickets_key_id"))

    op.drop_table("key_tickets")
    with op.batch_alter_table("issue_reports", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_issue_reports_site_id"))
        batch_op.drop_index(batch_op.f("ix_issue_reports_key_id"))

    op.drop_table("issue_reports")
    with op.batch_alter_table("answered_calls", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_answered_calls_made_at"))

    op.drop_table("answered_calls")
