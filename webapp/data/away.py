"""Whether what failed is the database itself: it is not reached, it went away, or it does not let us write.

It says nothing of what was being done: a commit whose answer was lost may have been kept.
"""

from __future__ import annotations

from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError, TimeoutError

# SQLite says so of a table that is missing, which another database calls a wrong statement.
_NO_SUCH = "no such "


def is_away(fault: BaseException) -> bool:
    """Tell whether a fault is the database's own and no bug of ours.

    No free connection within the time that we wait for one counts too: every other one waits for the same server.
    """
    if isinstance(fault, OperationalError) and str(fault.orig).startswith(_NO_SUCH):
        return False
    if isinstance(fault, OperationalError | InterfaceError | TimeoutError):
        return True
    return isinstance(fault, DBAPIError) and fault.connection_invalidated
