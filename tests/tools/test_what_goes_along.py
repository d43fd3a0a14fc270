"""Promises of what WordPress lets go of along with a write: it is said before, and comes back."""

from __future__ import annotations

from tests.pictures import png
from tests.tools.stage import Stage
from webapp.sample_site import SampleSite


def test_a_password_that_a_private_page_loses_is_told_and_comes_back(stage: Stage, site: SampleSite) -> None:
    stage.allow_direct_editing()
    site.change("pages", 42, password="open sesame")
    change = {"id": 42, "status": "private", "edit_target": "live"}
    assert "WordPress takes its password from what becomes private." in stage.plan("update_page", **change).warnings
    _, snapshot = stage.perform("update_page", **change)
    assert site.read("pages", 42)["password"] == ""
    restored, _ = stage.restore(snapshot)
    assert (site.read("pages", 42)["password"], list(restored.differs)) == ("open sesame", [])


def test_a_deleted_file_is_the_featured_image_again_of_an_item_of_another_type(
    stage: Stage, site: SampleSite
) -> None:
    medium = stage.wordpress.upload("wp/v2/media", png(4, 3), name="boats.png", kind="image/png").body["id"]
    recipe = site.add("recipes", title="Soup", status="publish", featured_media=medium)["id"]
    _, snapshot = stage.perform("delete_media", id=medium)
    assert site.read("recipes", recipe)["featured_media"] == 0
    restored, _ = stage.restore(snapshot)
    back = site.read("recipes", recipe)["featured_media"]
    assert (site.read("media", back)["title"]["raw"], list(restored.differs)) == ("boats", [])
