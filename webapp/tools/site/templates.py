"""The templates of a block theme and their parts: what pages are drawn with. An id is `theme//slug`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from webapp.errors import Refusal, SiteTrouble
from webapp.tools.answers import Arguments
from webapp.tools.lists import PAGING, part_of
from webapp.tools.menus.menus import RIGHT
from webapp.tools.tool import ReadTool, Scene
from webapp.tools.values import text_of
from webapp.wordpress.client import WordPress


@dataclass(frozen=True)
class TemplateNoun:
    """Templates, or their parts.

    Attributes:
        kind: as targets name it.
        rest: the REST path.
        word, plural: as people say it; agents' lists are under `listed`.
    """

    kind: str
    rest: str
    word: str
    plural: str
    listed: str


TEMPLATE = TemplateNoun("template", "wp/v2/templates", "template", "templates", "templates")
PART = TemplateNoun("template_part", "wp/v2/template-parts", "template part", "template parts", "template_parts")
CUSTOM = "custom"


def find_template(site: WordPress, noun: TemplateNoun, template_id: str) -> dict[str, Any]:
    """Return a template or part.

    Raises:
        Refusal: `respira_not_found`; also where this WordPress has none of them at all.
    """
    try:
        body = site.get(f"{noun.rest}/{template_id}", context="edit").body
    except SiteTrouble as trouble:
        if trouble.status == 404:
            words = f"There is no {noun.word} {template_id} on the site."
            raise Refusal("respira_not_found", words, hint="An id looks like theme//slug; list them.") from trouble
        raise
    if not isinstance(body, dict) or body.get("id") != template_id:
        raise SiteTrouble("respira_site_not_json", f"The site did not answer with the {noun.word}.", written="no")
    return body


def all_templates(site: WordPress, noun: TemplateNoun) -> list[dict[str, Any]]:
    """Return all templates or parts. WordPress gives them in one list, without pages."""
    body = site.get(noun.rest, context="edit").body
    return [one for one in body if isinstance(one, dict)] if isinstance(body, list) else []


def title_of(template: dict[str, Any]) -> str:
    """Return the title of a template for sentences."""
    return text_of(template.get("title")).strip() or str(template.get("slug"))


def is_own_copy(template: dict[str, Any]) -> bool:
    """Tell whether the site has its own copy, in place of the theme's file."""
    return template.get("source") == CUSTOM


def line_of(template: dict[str, Any]) -> dict[str, Any]:
    """Return what a list tells of a template or part."""
    told = {
        "id": template.get("id"),
        "title": title_of(template),
        "description": text_of(template.get("description")),
        "changed_on_site": is_own_copy(template),
        "in_theme": bool(template.get("has_theme_file")),
    }
    return {**told, "area": template["area"]} if template.get("area") else told


@dataclass(frozen=True)
class _Listing:
    noun: TemplateNoun

    def __call__(self, site: WordPress, arguments: Arguments, scene: Scene) -> dict[str, Any]:
        found = all_templates(site, self.noun)
        part, counts = part_of(found, arguments)
        answer: dict[str, Any] = {
            "success": True,
            self.noun.listed: [line_of(one) for one in part],
            **counts,
        }
        return (
            answer if found else {**answer, "warning": f"The site has no {self.noun.plural}: only block themes do."}
        )


@dataclass(frozen=True)
class _Reading:
    noun: TemplateNoun

    def __call__(self, site: WordPress, arguments: Arguments, scene: Scene) -> dict[str, Any]:
        template = find_template(site, self.noun, arguments["id"])
        return {"success": True, **line_of(template), "content": text_of(template.get("content"))}


def _list_tool(noun: TemplateNoun, name: str) -> ReadTool:
    return ReadTool(
        name=name,
        title=f"List {noun.plural}",
        description=f"Lists the {noun.plural} of a block theme with their ids, and whether the site changed them.",
        schema={
            "type": "object",
            "properties": {
                **PAGING,
            },
            "additionalProperties": False,
        },
        needs=(RIGHT,),
        idempotent=True,
        run=_Listing(noun),
    )


def _read_tool(noun: TemplateNoun, name: str) -> ReadTool:
    return ReadTool(
        name=name,
        title=f"Read a {noun.word}",
        description=f"Reads one {noun.word} with its raw text, block markers included.",
        schema={
            "type": "object",
            "properties": {
                "id": {"type": "string", "minLength": 1, "description": "Such as theme//slug, from the list."}
            },
            "required": ["id"],
            "additionalProperties": False,
        },
        needs=(RIGHT,),
        idempotent=True,
        run=_Reading(noun),
    )


TOOLS = (
    _list_tool(TEMPLATE, "list_templates"),
    _read_tool(TEMPLATE, "read_template"),
    _list_tool(PART, "list_template_parts"),
    _read_tool(PART, "read_template_part"),
)
