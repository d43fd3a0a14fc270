from __future__ import annotations

from webapp.diffs.fields import label, ordered, shown


def test_fields_are_called_by_words_people_use() -> None:
    assert [label(name) for name in ("title", "content", "slug")] == ["Title", "Text", "Address (slug)"]
    assert label("meta.seo_title") == "Custom field seo_title"
    assert label("reading_time") == "Reading time"


def test_the_title_comes_first_and_unknown_fields_last_by_name() -> None:
    fields = ["meta.b", "slug", "content", "meta.a", "title"]
    assert ordered(fields) == ["title", "content", "slug", "meta.a", "meta.b"]


def test_a_body_is_shown_as_text_and_a_status_as_a_value() -> None:
    assert [shown(name) for name in ("title", "content", "status", "tags", "meta.x")] == [
        "text",
        "html",
        "value",
        "list",
        "value",
    ]
