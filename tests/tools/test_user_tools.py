"""Promises of making, changing and reading users."""

from __future__ import annotations

from typing import Any

import pytest

from tests.tools.stage import Stage, write_tool
from webapp.errors import Refusal, SiteTrouble
from webapp.sample_site import SampleSite
from webapp.sample_site.misbehaviour import HangUp
from webapp.tools.answers import Change

CANARY = "pw-CANARY-1"
MIA = {"username": "mia", "email": "mia@x.example"}


@pytest.fixture
def mia(site: SampleSite) -> int:
    made = site.add("users", **MIA, password="whatever", name="Mia & Co", roles=["author"])
    return int(made["id"])


def test_users_are_listed_by_name_with_their_roles(stage: Stage, mia: int) -> None:
    listed = stage.read("list_users", search="mia")
    assert listed["users"] == [{"id": mia, "username": "mia", "display_name": "Mia & Co", "roles": ["author"]}]
    assert (listed["total"], listed["total_pages"]) == (1, 1)
    assert stage.read("list_users", role="author", per_page=1)["total"] >= 1


def test_a_user_is_read_without_any_password(stage: Stage, mia: int) -> None:
    read = stage.read("get_user", id=mia)
    assert (read["display_name"], read["email"], read["roles"]) == ("Mia & Co", "mia@x.example", ["author"])
    assert not [name for name in read if "pass" in name or "capabilit" in name]


def test_a_new_user_gets_a_password_by_chance_that_nobody_is_told(stage: Stage, site: SampleSite) -> None:
    proposal = stage.plan("create_user", **MIA, role="author")
    assert proposal.effect == "Add the user mia as author."
    assert [change.field for change in proposal.changes] == ["username", "email", "roles"]
    assert proposal.warnings == [
        'WordPress sends them no message: they set a password with "Lost your password?" on the site\'s sign-in page.'
    ]
    performed, snapshot = stage.perform("create_user", **MIA, role="author")
    [sent] = [entry.body for entry in site.requests.writes()]
    assert len(sent.pop("password")) >= 40
    assert sent == {**MIA, "roles": ["author"]}
    assert "password" not in str((performed, snapshot))


def test_a_new_user_is_taken_away_and_made_again(stage: Stage, site: SampleSite) -> None:
    performed, snapshot = stage.perform("create_user", **MIA, role="editor", display_name="Mia & Co")
    user_id = performed.result["id"]
    restored, redo = stage.restore(snapshot)
    assert restored.message == "The user mia is gone again."
    with pytest.raises(LookupError):
        site.read("users", user_id)
    again = stage.undo_restore(redo)
    assert again.message.startswith("The user mia is there again, with the new id ")
    assert list(again.differs) == []


def test_a_password_that_is_sent_is_neither_shown_nor_kept(stage: Stage, site: SampleSite, mia: int) -> None:
    arguments: dict[str, Any] = {"username": "otto", "email": "otto@x.example", "password": CANARY}
    told = [stage.plan("create_user", **arguments), stage.perform("create_user", **arguments)]
    told += [
        stage.plan("update_user", id=mia, password=CANARY),
        stage.perform("update_user", id=mia, password=CANARY),
    ]
    assert CANARY not in repr(told)
    assert [entry.body["password"] for entry in site.requests.writes()] == [CANARY, CANARY]


def test_a_changed_password_can_not_be_put_back_and_that_is_told(stage: Stage, mia: int) -> None:
    proposal = stage.plan("update_user", id=mia, password=CANARY)
    assert proposal.effect == "Change the user mia: password."
    assert list(proposal.changes) == [Change("password", "Password", None, "a new one, which is not shown", "text")]
    assert proposal.undo == "This can not be undone."
    _, snapshot = stage.perform("update_user", id=mia, password=CANARY)
    with pytest.raises(Refusal, match="The former password was never known to us"):
        stage.restore(snapshot)
    _, snapshot = stage.perform("update_user", id=mia, password=CANARY, first_name="Mia")
    restored, _ = stage.restore(snapshot)
    assert restored.message == "User mia is back, except: password."


def test_a_user_is_changed_and_comes_back(stage: Stage, site: SampleSite, mia: int) -> None:
    before = site.read("users", mia)
    proposal = stage.plan("update_user", id=mia, display_name="Mia <3", role="editor")
    assert list(proposal.changes) == [
        Change("name", "Display name", "Mia & Co", "Mia <3", "value"),
        Change("roles", "Role", "author", "editor", "value"),
    ]
    performed, snapshot = stage.perform("update_user", id=mia, display_name="Tom & Jerry", role="editor")
    assert performed.result["name"] == "Tom & Jerry"
    restored, redo = stage.restore(snapshot)
    assert (list(restored.differs), site.read("users", mia)) == ([], before)
    stage.undo_restore(redo)
    assert site.read("users", mia)["roles"] == ["editor"]


@pytest.mark.parametrize(
    ("arguments", "warning"),
    [
        ({"role": "administrator"}, "High risk: an administrator can change everything on the site"),
        ({"role": "shop_manager"}, "shop_manager is no role of WordPress itself"),
        ({"email": "new@x.example"}, "High risk: whoever reads the new address can set a new password"),
        ({"password": "x"}, "The former password stops working at once, and can not be put back"),
    ],
)
def test_what_is_dangerous_is_told(stage: Stage, mia: int, arguments: dict[str, str], warning: str) -> None:
    assert stage.plan("update_user", id=mia, **arguments).warnings[0].startswith(warning)


def test_the_logins_own_role_stays(stage: Stage) -> None:
    with pytest.raises(Refusal, match="This is the user that Sayso is connected as") as refused:
        stage.plan("update_user", id=1, role="editor")
    assert refused.value.code == "respira_not_possible"
    warnings = stage.plan("update_user", id=1, first_name="Olive").warnings
    assert warnings == ["This is the user that Sayso is connected as."]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"username": "Mia", "email": "other@x.example"}, r"Another user has this username: mia \("),
        ({"username": "other", "email": "MIA@x.example"}, r"Another user has this e-mail: mia \("),
        ({"username": "mia mü", "email": "other@x.example"}, "A username has letters without accents"),
        ({"username": "other", "email": "nowhere"}, "must be an e-mail address"),
        ({"username": "o", "email": "o@x.example", "password": "a\\b"}, "takes no password with a backslash"),
    ],
)
def test_a_user_that_could_not_be_made_is_refused(
    stage: Stage, mia: int, arguments: dict[str, str], words: str
) -> None:
    with pytest.raises(Refusal, match=words):
        stage.plan("create_user", **arguments)


def test_a_user_who_wrote_something_by_now_is_not_taken_away(stage: Stage, site: SampleSite) -> None:
    performed, snapshot = stage.perform("create_user", **MIA)
    site.add("posts", title="By Mia", author=performed.result["id"])
    with pytest.raises(Refusal, match="By now these are the user's own: 1 of the posts"):
        stage.restore(snapshot)


def test_a_lost_answer_is_settled_by_looking_for_the_name(stage: Stage, site: SampleSite) -> None:
    write = write_tool("create_user").write
    state = write.read(stage.wordpress, MIA, stage.scene)
    saved = write.save(stage.wordpress, MIA, state, stage.scene)
    site.misbehave(HangUp(after_saving=True), method="POST", path="/wp/v2/users", times=1)
    with pytest.raises(SiteTrouble, match="respira_outcome_unknown"):
        write.perform(stage.wordpress, MIA, state, saved, stage.scene)
    assert write.settle(stage.wordpress, MIA, state, saved, stage.scene).landed == "yes"


def test_nobody_can_tell_whether_a_lost_password_landed(stage: Stage, mia: int) -> None:
    write, arguments = write_tool("update_user").write, {"id": mia, "password": CANARY}
    state = write.read(stage.wordpress, arguments, stage.scene)
    saved = write.save(stage.wordpress, arguments, state, stage.scene)
    assert write.settle(stage.wordpress, arguments, state, saved, stage.scene).landed == "unknown"


@pytest.mark.parametrize("name", ["create_user", "update_user", "delete_user"])
def test_a_person_approves_every_write_of_users_and_keys_for_content_have_none(name: str) -> None:
    tool = write_tool(name)
    assert (tool.approval_required, tool.content) == (True, False)
