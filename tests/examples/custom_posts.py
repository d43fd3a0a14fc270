"""Examples of the tools that change items of a custom type: recipes, which the sample site has by itself."""

from __future__ import annotations

from tests.examples.example import Answer, Example
from tests.site_state import Reader

# The same type for a real WordPress.
RECIPES = """<?php
add_action( 'init', function () {
	register_taxonomy( 'course', 'recipe', array(
		'label' => 'Courses', 'public' => true, 'show_in_rest' => true, 'rest_base' => 'courses',
	) );
	register_post_type( 'recipe', array(
		'label' => 'Recipes', 'public' => true, 'show_in_rest' => true, 'rest_base' => 'recipes',
		'supports' => array( 'title', 'editor', 'author', 'thumbnail', 'excerpt', 'comments', 'revisions' ),
		'taxonomies' => array( 'course' ),
	) );
} );
"""


def _recipe(hand: Reader) -> Answer:
    soup = hand.post("courses", name="Soup & bread")["id"]
    recipe = hand.post("recipes", title="Caldo verde", status="publish", courses=[soup])
    return {"id": recipe["id"], "soup": soup, "link": recipe["link"]}


def _copy_is_renamed(hand: Reader, prepared: Answer, result: Answer) -> None:
    copy = hand.get(f"recipes/{result['id']}")
    assert (copy["title"]["raw"], copy["courses"], copy["status"]) == ("Green soup", [prepared["soup"]], "draft")
    assert hand.get(f"recipes/{prepared['id']}")["title"]["raw"] == "Caldo verde"


def _is_in_the_trash(hand: Reader, prepared: Answer, result: Answer) -> None:
    assert hand.get(f"recipes/{prepared['id']}")["status"] == "trash"


EXAMPLES = (
    Example(
        tool="update_custom_post",
        plugin=RECIPES,
        prepare=_recipe,
        arguments=lambda prepared: {"type": "recipe", "id": prepared["id"], "title": "Green soup"},
        landed=_copy_is_renamed,
        leaves_in_trash=True,
    ),
    Example(
        tool="delete_custom_post",
        plugin=RECIPES,
        prepare=_recipe,
        arguments=lambda prepared: {"type": "recipe", "id": prepared["id"]},
        landed=_is_in_the_trash,
    ),
)
