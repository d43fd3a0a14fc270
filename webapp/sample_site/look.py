"""How the site looks: one quiet theme in one file, with its own style in the page."""

from __future__ import annotations

import html

from . import menu_items, text, times
from .installation import Installation
from .store import Item

STYLE = """
:root { --ink: #23302e; --paper: #fbf8f2; --wood: #9a5b2c; --line: #e4dccd; --sea: #2b5d62; }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink);
  font: 1.125rem/1.65 Georgia, 'Iowan Old Style', 'Times New Roman', serif; }
a { color: var(--sea); text-underline-offset: .2em; }
a:focus-visible, button:focus-visible { outline: 3px solid var(--wood); outline-offset: 3px; }
header, main, footer { max-width: 44rem; margin: 0 auto; padding: 0 1.25rem; }
header { padding-top: 2.5rem; padding-bottom: 1rem; border-bottom: 1px solid var(--line);
  display: flex; flex-wrap: wrap; gap: .5rem 2rem; align-items: baseline; justify-content: space-between; }
header .name { font-size: 1.6rem; font-weight: 700; letter-spacing: -.01em;
  color: var(--ink); text-decoration: none; }
header p { margin: 0; flex-basis: 100%; order: 3; color: #6a6f68; font-style: italic; }
nav ul { list-style: none; display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; margin: 0; padding: 0; }
nav ul ul { display: inline-flex; margin-left: 1rem; font-size: .9em; }
nav a { display: inline-block; padding: .5rem 0; text-decoration: none; }
nav a:hover { text-decoration: underline; }
main { padding-top: 2rem; padding-bottom: 4rem; }
h1 { font-size: 2.3rem; line-height: 1.15; letter-spacing: -.02em; margin: 0 0 1.5rem; }
h2 { font-size: 1.35rem; margin: 2.25rem 0 .5rem; color: var(--wood); }
.when, .comment cite { color: #6a6f68; font-size: .95rem; font-style: normal; }
.entry { padding: 1.5rem 0; border-bottom: 1px solid var(--line); }
.entry h2 { margin: 0; } .entry p { margin: .25rem 0 0; }
.comment { border-left: 3px solid var(--line); margin: 1rem 0; padding-left: 1rem; }
img { max-width: 100%; height: auto; }
button { font: inherit; padding: .6rem 1.4rem; border: 0; border-radius: .4rem;
  background: var(--sea); color: #fff; }
button.quiet { background: none; color: var(--sea); text-decoration: underline; }
footer { padding-top: 1.5rem; padding-bottom: 3rem; color: #6a6f68; font-size: .9rem;
  border-top: 1px solid var(--line); }
"""


def page(wp: Installation, title: str, body: str) -> str:
    """Return a whole page around a body. `title` is plain text, empty on the front page."""
    option = wp.store.option
    name, tagline = option("title") or "", option("description") or ""
    whole = f"{html.escape(title)} – {name}" if title else f"{name} – {tagline}"
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{whole}</title>
<link rel="https://api.w.org/" href="{html.escape(wp.rest_root)}">
<style>{STYLE}</style>
</head>
<body>
<header>
<a class="name" href="{html.escape(wp.url)}/">{name}</a>
<nav aria-label="Main menu">{menu(wp, "primary")}</nav>
<p>{tagline}</p>
</header>
<main>
{body}
</main>
<footer>{name}. A sample site, served by Sayso so that you can watch it change.</footer>
</body>
</html>
"""


def menu(wp: Installation, place: str) -> str:
    """Return the menu shown at a place of the theme, without items whose page is not there."""
    shown = wp.store.option("nav_menu_locations", {}).get(place, 0)
    return _level(wp, menu_items.in_menu(wp.store, shown), 0) if shown else ""


def _level(wp: Installation, items: list[Item], parent: int) -> str:
    lines = []
    for item in (one for one in items if one["parent"] == parent):
        title, url, invalid = menu_items.destination(wp, item)
        if not invalid:
            link = f'<a href="{html.escape(url)}">{text.curly(title)}</a>'
            lines.append(f"<li>{link}{_level(wp, items, item['id'])}</li>")
    return f"<ul>{''.join(lines)}</ul>" if lines else ""


def article(wp: Installation, kind: str, item: Item, comments: list[Item]) -> str:
    """Return one page or post, with its comments. What has a password shows only that it has."""
    when = f'<p class="when">{day(item["date"])}</p>' if kind == "posts" else ""
    content = text.rendered(item["content"])
    if item["password"]:
        content = "<p>This content is password protected.</p>"
    below = "".join(_comment(comment) for comment in comments)
    below = f"<h2>Comments</h2>{below}" if below else ""
    return f"<article>{when}<h1>{text.curly(item['title'])}</h1>\n{content}</article>{below}"


def _comment(comment: Item) -> str:
    words = text.paragraphs(html.escape(comment["content"], quote=False))
    return f'<div class="comment"><cite>{html.escape(comment["author_name"])}</cite>{words}</div>'


def listing(wp: Installation, title: str, posts: list[Item]) -> str:
    """Return a list of posts under a title."""
    entries = "".join(
        f'<div class="entry"><p class="when">{day(post["date"])}</p>'
        f'<h2><a href="{html.escape(wp.permalink("posts", post))}">{text.curly(post["title"])}</a></h2>'
        f"{text.excerpt('' if post['password'] else post['content'], post['excerpt'])}</div>"
        for post in posts
    )
    return f"<h1>{title}</h1>{entries}"


def day(date: str) -> str:
    """Return a date as a reader reads it: 2 March 2026."""
    moment = times.parsed(date)
    assert moment is not None
    return f"{moment.day} {moment:%B %Y}"
