"""Examples of the tools that change the media library."""

from __future__ import annotations

import httpx

from tests.examples.example import Answer, Example
from tests.pictures import in_base64, png
from tests.site_state import Reader

TRUE_NAME = "Müller & Söhne – Straße №5"
PICTURE = png(64, 48)
_ONLY_HERE = "the address is one of the sample site's own, and a real one is asked for no more than its own files"


def _picture(hand: Reader) -> Answer:
    item = hand.upload("harbour-view.png", PICTURE, "image/png")
    words = {"title": "Harbour", "alt_text": "Boats", "caption": "The <em>old</em> harbour", "description": "1920"}
    return hand.post(f"media/{item['id']}", **words)


def _featured(hand: Reader) -> Answer:
    item = _picture(hand)
    page = hand.post("pages", title="Visit", status="publish", featured_media=item["id"])
    return {**item, "shown_on": page["id"]}


def _is_uploaded(hand: Reader, prepared: Answer, result: Answer) -> None:
    item = hand.get(f"media/{result['id']}")
    assert item["title"]["raw"] == TRUE_NAME
    assert (item["alt_text"], item["caption"]["raw"]) == ("The shop", "Since <b>1920</b>")
    assert item["source_url"] == result["url"]
    assert item["source_url"].endswith("/Muller-Sohne-Strasse-No5.png")
    assert httpx.get(item["source_url"]).content == PICTURE
    assert not item["slug"].startswith("sayso")


def _is_fetched(hand: Reader, prepared: Answer, result: Answer) -> None:
    assert result["url"] != prepared["source_url"]
    assert httpx.get(result["url"]).content == PICTURE


def _is_described(hand: Reader, prepared: Answer, result: Answer) -> None:
    item = hand.get(f"media/{prepared['id']}")
    assert (item["title"]["raw"], item["alt_text"]) == ("Harbour", 'Boats & "nets"')
    assert (item["caption"]["raw"], item["description"]["raw"]) == ("", "Before 1920")


def _is_gone(hand: Reader, prepared: Answer, result: Answer) -> None:
    assert prepared["id"] not in [item["id"] for item in hand.get("media", per_page=100)]
    assert httpx.get(prepared["source_url"]).status_code == 404


EXAMPLES = (
    Example(
        tool="upload_media",
        arguments=lambda prepared: {
            "file": in_base64(PICTURE),
            "filename": f"{TRUE_NAME}.PNG",
            "alt": "The shop",
            "caption": "Since <b>1920</b>",
        },
        landed=_is_uploaded,
    ),
    Example(
        tool="upload_media",
        name="from-an-address",
        prepare=_picture,
        arguments=lambda prepared: {"file": prepared["source_url"], "title": "Again"},
        landed=_is_fetched,
        sample_only=_ONLY_HERE,
    ),
    Example(
        tool="update_media",
        prepare=_picture,
        arguments=lambda prepared: {
            "id": prepared["id"],
            "alt": 'Boats & "nets"',
            "caption": "",
            "description": "Before 1920",
        },
        landed=_is_described,
    ),
    Example(
        tool="delete_media",
        prepare=_featured,
        arguments=lambda prepared: {"id": prepared["id"]},
        landed=_is_gone,
        differs={
            "media *": "it is uploaded again, and WordPress gives no id twice",
            "pages * featured_media": "the page shows it again, under its new id",
            "pages * _links": "the same",
        },
    ),
)
