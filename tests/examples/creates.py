"""Examples of the tools that make pages, posts and items of a custom type, and of those that copy one."""

from __future__ import annotations

from collections.abc import Callable

from tests.examples.custom_posts import RECIPES
from tests.examples.example import Answer, Example
from tests.pictures import png
from tests.site_state import Reader

TITLE = "Q&A: “Harbour” at <6 in the morning"
WORDS = "<!-- wp:paragraph -->\n<p>The harbour at six.</p>\n<!-- /wp:paragraph -->"


def _around(hand: Reader) -> Answer:
    parent = hand.post("pages", title="Places", status="publish")["id"]
    return {"parent": parent, "image": hand.upload("harbour.png", png(64, 48), "image/png")["id"]}


def _page_waits(hand: Reader, prepared: Answer, result: Answer) -> None:
    page = hand.page(result["id"])
    assert (page["title"]["raw"], page["content"]["raw"], page["status"]) == (TITLE, WORDS, "draft")
    assert (page["parent"], page["featured_media"]) == (prepared["parent"], prepared["image"])
    assert page["slug"].startswith("sayso-")
    assert result["wanted"] == {"status": "publish", "slug": "the-harbour"}


def _chosen(hand: Reader) -> Answer:
    tag = hand.post("tags", name="Water & wood")["id"]
    return {"tag": tag, "category": hand.post("categories", name="R&D > Labs")["id"]}


def _post_waits(hand: Reader, prepared: Answer, result: Answer) -> None:
    post = hand.get(f"posts/{result['id']}")
    assert (post["title"]["raw"], post["status"], post["excerpt"]["raw"]) == (TITLE, "draft", "In short")
    assert (post["tags"], post["categories"]) == ([prepared["tag"]], [prepared["category"]])


def _soup(hand: Reader) -> Answer:
    return {"soup": hand.post("courses", name="Soup & bread")["id"]}


def _recipe_waits(hand: Reader, prepared: Answer, result: Answer) -> None:
    recipe = hand.get(f"recipes/{result['id']}")
    assert (recipe["title"]["raw"], recipe["status"]) == ("Caldo verde", "draft")
    assert recipe["courses"] == [prepared["soup"]]


def _one(kind: str) -> Callable[[Reader], Answer]:
    return lambda hand: {"id": hand.post(kind, title=TITLE, content=WORDS, status="publish")["id"]}


def _copy_of(kind: str) -> Callable[[Reader, Answer, Answer], None]:
    def is_there(hand: Reader, prepared: Answer, result: Answer) -> None:
        copy, live = hand.get(f"{kind}/{result['id']}"), hand.get(f"{kind}/{prepared['id']}")
        assert (copy["title"]["raw"], copy["status"]) == (f"{TITLE} (new words)", "draft")
        assert (live["title"]["raw"], live["status"]) == (TITLE, "publish")
        assert copy["content"]["raw"] == live["content"]["raw"] == WORDS

    return is_there


def _duplicate(tool: str, kind: str, **further: str) -> Example:
    return Example(
        tool=tool,
        plugin=RECIPES if kind == "recipes" else "",
        prepare=_one(kind),
        arguments=lambda prepared: {**further, "original_id": prepared["id"], "suffix": "(new words)"},
        landed=_copy_of(kind),
        leaves_in_trash=True,
    )


EXAMPLES = (
    Example(
        tool="create_page",
        prepare=_around,
        arguments=lambda prepared: {
            "title": TITLE,
            "content": WORDS,
            "status": "publish",
            "slug": "the-harbour",
            "post_parent": prepared["parent"],
            "featured_media": prepared["image"],
        },
        landed=_page_waits,
        leaves_in_trash=True,
    ),
    Example(
        tool="create_post",
        prepare=_chosen,
        arguments=lambda prepared: {
            "title": TITLE,
            "excerpt": "In short",
            "tags": ["water & WOOD"],
            "categories": [str(prepared["category"])],
        },
        landed=_post_waits,
        leaves_in_trash=True,
    ),
    Example(
        tool="create_custom_post",
        plugin=RECIPES,
        prepare=_soup,
        arguments=lambda prepared: {
            "type": "recipe",
            "title": "Caldo verde",
            "taxonomies": {"course": ["Soup & bread"]},
        },
        landed=_recipe_waits,
        leaves_in_trash=True,
    ),
    _duplicate("create_page_duplicate", "pages"),
    _duplicate("create_post_duplicate", "posts"),
    _duplicate("duplicate_custom_post", "recipes", type="recipe"),
)
