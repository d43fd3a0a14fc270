"""who asked for a plan

The column is added in place: building the table anew would delete what refers to its rows.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("plans", sa.Column("client", sa.String(), nullable=True))


def downgrade() -> None:
    op.drop_column("plans", "client")
