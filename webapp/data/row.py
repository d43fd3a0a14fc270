"""The base of every table, and the column types they share. It knows no table."""

from __future__ import annotations

import secrets
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import JSON, DateTime, MetaData, TypeDecorator
from sqlalchemy.engine import Dialect
from sqlalchemy.orm import DeclarativeBase


class UtcMoment(TypeDecorator[datetime]):
    """A moment, always in UTC and always aware, also where the database forgets the zone."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        return None if value is None else value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


# The largest number that an id is compared with: there are databases that keep ids in 32 bits.
LARGEST_ID = 2**31 - 1


class Row(DeclarativeBase):
    """A table's row. Tables are named in the plural, one noun a file."""

    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(column_0_label)s",
            "uq": "uq_%(table_name)s_%(column_0_name)s",
            "ck": "ck_%(table_name)s_%(constraint_name)s",
            "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
            "pk": "pk_%(table_name)s",
        }
    )
    type_annotation_map = {datetime: UtcMoment, dict[str, Any]: JSON, list[Any]: JSON}


def public_id(prefix: str, size: int = 6) -> str:
    """Make an id that may stand in an address.

    Args:
        prefix: what it names, such as `step`.
        size: how many random bytes it holds; two hexadecimal digits each.
    """
    return f"{prefix}_{secrets.token_hex(size)}"
