"""Which arguments a person may change in a step, told of every tool."""

from __future__ import annotations

from webapp.tools.catalogue import CATALOGUE
from webapp.tools.tool import WriteTool

ITEM = {"title", "slug", "excerpt"}


def test_title_address_and_excerpt_menu_labels_and_alternative_texts_can_be_edited_and_nothing_else():
    editable = {
        name: set(tool.edits) for name, tool in CATALOGUE.items() if isinstance(tool, WriteTool) and tool.edits
    }
    assert editable == {
        **dict.fromkeys(("create_page", "create_post", "create_custom_post"), ITEM),
        **dict.fromkeys(("update_page", "update_post", "update_custom_post"), ITEM),
        "create_menu_item": {"title"},
        "update_menu_item": {"title"},
        "update_navigation": {"label"},
        "update_media": {"alt"},
        "upload_media": {"alt"},
    }


def test_what_can_be_edited_is_a_text_that_stands_for_nothing_else():
    for tool in CATALOGUE.values():
        if isinstance(tool, WriteTool):
            for name in tool.edits:
                assert tool.schema["properties"][name]["type"] == "string", (tool.name, name)
                assert name not in tool.takes, (tool.name, name)
