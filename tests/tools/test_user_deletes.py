"""Promises of deleting users, and of bringing them back with what was theirs."""

from __future__ import annotations

import pytest

from tests.tools.stage import Stage, write_tool
from webapp.errors import Refusal, SiteTrouble
from webapp.sample_site import SampleSite
from webapp.sample_site.misbehaviour import HangUp
from webapp.tools.records import holders, user_deletes, user_things

HEIR = 1


@pytest.fixture
def mia(site: SampleSite) -> int:
    made = site.add("users", username="mia", email="mia@x.example", password="x", name="Mia & Co", roles=["author"])
    return int(made["id"])


def test_whose_things_they_become_is_told_before(stage: Stage, site: SampleSite, mia: int) -> None:
    site.add("posts", title="One", status="publish", author=mia)
    site.trash(site.add("pages", title="Two", author=mia)["id"])
    proposal = stage.plan("delete_user", id=mia, reassign=HEIR)
    assert proposal.effect == "Delete the user mia and give what is theirs to owner."
    assert proposal.warnings == ["owner becomes the author of 1 of the posts and 1 of the pages."]
    assert proposal.undo == (
        "Undo makes the user again, with a new id and day of registration and without the password, and gives back "
        "what was theirs. Their "
        "application passwords, and what plugins keep of them, are lost."
    )


def test_a_deleted_user_comes_back_without_the_password_and_with_their_things(
    stage: Stage, site: SampleSite, mia: int
) -> None:
    before = site.read("users", mia)
    post = site.add("posts", title="One", status="publish", author=mia)["id"]
    page = site.add("pages", title="Two", author=mia)["id"]
    site.trash(page)
    performed, snapshot = stage.perform("delete_user", id=mia, reassign=HEIR)
    assert performed.result == {
        "success": True,
        "deleted": True,
        "id": mia,
        "username": "mia",
        "reassigned_to": HEIR,
    }
    assert site.read("posts", post)["author"] == HEIR
    restored, redo = stage.restore(snapshot)
    new = int(restored.left["id"])
    assert restored.message == (
        f"The user mia is back with the new id {new}, but without the password: they set a password with "
        '"Lost your password?" on the site\'s sign-in page.'
    )
    assert list(restored.differs) == ["password", "registered_date"]
    now = site.read("users", new)
    kept = ("username", "email", "name", "roles", "nickname", "slug", "locale")
    assert [now[name] for name in kept] == [before[name] for name in kept]
    assert (site.read("posts", post)["author"], site.read("pages", page)["author"]) == (new, new)
    again = stage.undo_restore(redo)
    assert again.message == "The user mia is deleted again."
    assert site.read("posts", post)["author"] == HEIR


def test_what_somebody_gave_to_another_since_stays_theirs(stage: Stage, site: SampleSite, mia: int) -> None:
    post = site.add("posts", title="One", author=mia)["id"]
    _, snapshot = stage.perform("delete_user", id=mia, reassign=HEIR)
    site.change("posts", post, author=2)
    restored, _ = stage.restore(snapshot)
    assert (site.read("posts", post)["author"], list(restored.differs)) == (2, ["password", "registered_date"])


def test_comments_are_the_users_own_again(stage: Stage, site: SampleSite, mia: int) -> None:
    post = site.add("posts", title="One", status="publish")["id"]
    comment = site.add("comments", post=post, content="Hello")["id"]
    site.change("comments", comment, author=mia)
    assert "Comments by this user stay" in stage.plan("delete_user", id=mia, reassign=HEIR).warnings[-1]
    _, snapshot = stage.perform("delete_user", id=mia, reassign=HEIR)
    restored, _ = stage.restore(snapshot)
    assert site.read("comments", comment)["author"] == restored.left["id"]


def test_more_than_can_be_given_back_is_told_before_and_after(
    stage: Stage, site: SampleSite, mia: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (holders, user_deletes, user_things):
        monkeypatch.setattr(module, "MOST_HELD", 1)
    for number in range(3):
        site.add("posts", title=f"{number}", author=mia)
    assert stage.plan("delete_user", id=mia, reassign=HEIR).undo.endswith("only the first 1 are given back.")
    _, snapshot = stage.perform("delete_user", id=mia, reassign=HEIR)
    restored, _ = stage.restore(snapshot)
    assert restored.message.endswith("2 of the 3 items and comments could not be given back.")
    assert list(restored.differs) == ["password", "registered_date", "items"]


@pytest.mark.parametrize(
    ("user", "heir", "words"),
    [
        (1, 2, "This is the user that Sayso is connected as"),
        (2, 2, "The argument reassign must be another user"),
        (2, 999, "There is no user 999 on the site"),
        (999, 2, "There is no user 999 on the site"),
    ],
)
def test_a_delete_that_must_not_or_can_not_be_is_refused(stage: Stage, user: int, heir: int, words: str) -> None:
    with pytest.raises(Refusal, match=words):
        stage.plan("delete_user", id=user, reassign=heir)


def test_whose_the_things_become_has_to_be_told() -> None:
    assert write_tool("delete_user").schema["required"] == ["id", "reassign"]


def test_nobody_is_made_again_beside_another_of_the_name(stage: Stage, site: SampleSite, mia: int) -> None:
    _, snapshot = stage.perform("delete_user", id=mia, reassign=HEIR)
    other = site.add("users", username="Mia", email="else@x.example", password="x")["id"]
    with pytest.raises(Refusal, match=rf"Another user has this username: Mia \({other}\)"):
        stage.restore(snapshot)


def test_a_lost_answer_is_settled_by_looking(stage: Stage, site: SampleSite, mia: int) -> None:
    write, arguments = write_tool("delete_user").write, {"id": mia, "reassign": HEIR}
    state = write.read(stage.wordpress, arguments, stage.scene)
    saved = write.save(stage.wordpress, arguments, state, stage.scene)
    assert write.settle(stage.wordpress, arguments, state, saved, stage.scene).landed == "no"
    site.misbehave(HangUp(after_saving=True), method="DELETE", path=f"/wp/v2/users/{mia}", times=1)
    with pytest.raises(SiteTrouble, match="respira_outcome_unknown"):
        write.perform(stage.wordpress, arguments, state, saved, stage.scene)
    assert write.settle(stage.wordpress, arguments, state, saved, stage.scene).landed == "yes"
