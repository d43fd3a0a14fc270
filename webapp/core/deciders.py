"""Deciders: who says something about a step, a signed-in person or somebody with a review link."""

from __future__ import annotations

from dataclasses import dataclass

from webapp.data import Person, ReviewLink


@dataclass(frozen=True)
class Decider:
    """Who decides or writes a note.

    Attributes:
        person_id: of a signed-in person; None for somebody with a link.
        link_id: of the review link that they have.
        name: what is shown of them.
        counts: whether what they decide is done; where not, it is kept as what they think.
    """

    person_id: int | None
    link_id: int | None
    name: str
    counts: bool = True


def signed_in(person: Person) -> Decider:
    """Return the decider that a signed-in person is."""
    return Decider(person.id, None, person.name)


def with_link(link: ReviewLink, name: str, *, counts: bool) -> Decider:
    """Return the decider that somebody with a review link is.

    Args:
        name: what they gave as theirs.
    """
    return Decider(None, link.id, name, counts)
