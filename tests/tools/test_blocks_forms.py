"""Whatever stands beside the block that changes is sent as it was, byte for byte, in every form that texts come in.

WordPress itself spells some of these anew from version 6.8 on: what it then shows means the same.
"""

from __future__ import annotations

import pytest

from tests.tools.stage import Stage
from webapp.sample_site import SampleSite

TARGET = "<!-- wp:paragraph -->\n<p>We bake every day.</p>\n<!-- /wp:paragraph -->"
CHANGED = "<!-- wp:paragraph -->\n<p>We bake on Sundays.</p>\n<!-- /wp:paragraph -->"
FORMS = {
    "canonical": '<!-- wp:heading {"level":3} -->\n<h3 class="wp-block-heading">Hi</h3>\n<!-- /wp:heading -->',
    "classic": "<p>Typed long ago</p>\n<ul>\n<li>one</li>\n</ul>",
    "windows-lines": "<!-- wp:paragraph -->\r\n<p>One</p>\r\n<!-- /wp:paragraph -->\r\n\r\nloose",
    "freeform-around": "before\n\n<!-- wp:separator /-->\n\nafter",
    "shortcodes": '[gallery ids="1,2"]\n[contact-form id="7"]inside[/contact-form]',
    "nextpage-and-more": "<!-- wp:nextpage -->\n<!--nextpage-->\n<!-- /wp:nextpage -->\n<!--more-->",
    "spaced-json": '<!-- wp:x/a { "q" : "v" ,\n "n" : 1 } /-->',
    "escaped-letters": '<!-- wp:x/a {"q":"caf\\u00e9"} /-->',
    "escaped-slashes": '<!-- wp:x/a {"u":"https:\\/\\/x.test\\/"} /-->',
    "emoji": '<!-- wp:x/a {"q":"\\ud83d\\ude42 🙂"} /-->',
    "raw-signs": '<!-- wp:x/a {"q":"<b> & -- \\"you\\""} /-->',
    "faq-escapes": (
        '<!-- wp:x/faq {"q":"\\u003cstrong\\u003eHi\\u003c/strong\\u003e \\u0026 \\u0022you\\u0022",'
        '"p":"C:\\\\temp\\\\new","d":"a\\u002d\\u002db"} /-->'
    ),
    "empty-and-numbered-objects": '<!-- wp:x/a {"e":{},"l":{"0":"x","1":"y"}} /-->',
    "odd-numbers": '<!-- wp:x/a {"a":1.0,"b":1e3,"c":-0,"d":12345678901234567890} /-->',
    "core-namespace": "<!-- wp:core/paragraph {} -->\n<p>One</p>\n<!-- /wp:core/paragraph -->",
    "broken-json": '<!-- wp:x/a {"q":} /-->',
    "doubled-keys": '<!-- wp:x/a {"q":1,"q":2} /-->',
    "template-part": '<!-- wp:template-part {"slug":"header"} /-->',
    "unclosed": "<!-- wp:group -->\n<div><p>never closed</p></div>",
    "crossed": "<!-- wp:group --><!-- wp:quote --><!-- /wp:group --><!-- /wp:quote -->",
    "stray-closer": "<!-- wp:separator /-->\n<!-- /wp:paragraph -->",
}


@pytest.mark.parametrize("form", FORMS)
def test_b_3_what_stands_behind_the_changed_block_is_sent_byte_for_byte(
    stage: Stage, site: SampleSite, form: str
) -> None:
    page = site.add("pages", title="Bread", status="publish", content=f"{TARGET}\n\n{FORMS[form]}\n")
    stage.allow_direct_editing()
    arguments = {"post_id": page["id"], "edit_target": "live", "identifier_type": "path", "identifier_value": "0"}
    performed, snapshot = stage.perform("update_element", **arguments, updates={"text": "We bake on Sundays."})
    assert [entry.body for entry in site.requests.writes()] == [{"content": f"{CHANGED}\n\n{FORMS[form]}\n"}]
    assert list(performed.differs) == []
    stage.restore(snapshot)
    assert site.read("pages", page["id"])["content"]["raw"] == f"{TARGET}\n\n{FORMS[form]}\n"


BEFORE_TOO = [form for form in FORMS if form not in ("unclosed", "stray-closer")]


@pytest.mark.parametrize("form", BEFORE_TOO)
def test_b_3_what_stands_before_the_changed_block_is_sent_byte_for_byte(
    stage: Stage, site: SampleSite, form: str
) -> None:
    page = site.add("pages", title="Bread", status="publish", content=f"{FORMS[form]}\n\n{TARGET}")
    stage.allow_direct_editing()
    named = {"identifier_type": "text", "identifier_value": "We bake every day"}
    replace = {"find": "every day", "with": "on Sundays"}
    stage.perform("update_element", post_id=page["id"], edit_target="live", updates={"replace": replace}, **named)
    assert [entry.body for entry in site.requests.writes()] == [{"content": f"{FORMS[form]}\n\n{CHANGED}"}]
