"""The bytes of media: sending a file to the site once and only once, and keeping those of a file that goes."""

from __future__ import annotations

import base64
from contextlib import suppress
from typing import Any
from urllib.parse import quote, unquote, urlsplit

from webapp.errors import Refusal, SiteTrouble
from webapp.tools.answers import State
from webapp.tools.media.file_names import measure
from webapp.tools.media.media import MEDIUM, file_name, original_name, url_of
from webapp.tools.values import item_of
from webapp.tools.writing import is_nothing
from webapp.wordpress.client import WordPress
from webapp.wordpress.fetching import fetch, length_at

# Bytes of a file that a snapshot keeps. Sealed they take nearly twice as much, and several times that on the way.
MOST_KEPT = 10 * 1024 * 1024


def slug_for(mark: str) -> str:
    """Return the slug that an upload has until it is done: by that it is found again."""
    return f"sayso-{mark}"


def marked(site: WordPress, mark: str) -> dict[str, Any] | None:
    """Return the medium that an upload has made, as long as it carries its mark."""
    found = site.get_all(MEDIUM.rest, slug=slug_for(mark), context="edit")
    return found[0] if found else None


def send_file(site: WordPress, content: bytes, *, name: str, mime: str, mark: str, **words: Any) -> dict[str, Any]:
    """Make a medium of a file. After an error, what may have been made all the same is looked for, never sent again.

    Args:
        name: what the file is to be called, with its ending.
        mark: by which it is found again; `finish` takes it off.
        words: what is set at once, such as `title`.

    Raises:
        SiteTrouble: the site refused, or its answer was lost and nothing is found.
    """
    try:
        query = {"slug": slug_for(mark), **words}
        return item_of(site.upload(MEDIUM.rest, content, name=name, kind=mime, **query))
    except SiteTrouble as trouble:
        if is_nothing(site, trouble):
            raise _with_size(trouble, len(content)) from trouble
        try:
            made = marked(site, mark)
        except SiteTrouble:
            raise trouble from None
        if made is None:
            raise _with_size(trouble, len(content)) from trouble
        return made


def _with_size(trouble: SiteTrouble, size: int) -> SiteTrouble:
    """Return the trouble of an upload that is not on the site, told with the file's size where that is the reason."""
    answered = 400 <= trouble.status < 500
    if not answered or trouble.code not in ("respira_site_not_json", "respira_outcome_unknown"):
        return trouble
    return SiteTrouble(
        "respira_site_not_json",
        f"The site's web server refused the file with a page of its own ({trouble.status}). It has {measure(size)}: "
        "that may be more than the server takes.",
        status=trouble.status,
        written="no",
        hint="Send a smaller file, or ask the site's owner to let larger ones in.",
    )


def finish(site: WordPress, made: dict[str, Any], fields: State) -> tuple[dict[str, Any], bool]:
    """Set what an upload can not, its slug above all, and read the medium back.

    Returns:
        The medium, and whether it could not be read back.
    """
    path = MEDIUM.path(made["id"])
    # The file is there already; what is missing of its words is seen when it is read.
    with suppress(SiteTrouble):
        site.post(path, fields)
    try:
        return item_of(site.get(path, context="edit")), False
    except SiteTrouble:
        return made, True


def source_of(item: dict[str, Any]) -> str:
    """Return the address of a medium's file as it was uploaded, before WordPress made a smaller one of it."""
    folder, _, _name = url_of(item).rpartition("/")
    original = original_name(item)
    return f"{folder}/{quote(original)}" if original else url_of(item)


def uploaded_name(item: dict[str, Any]) -> str:
    """Return the name under which a file was kept."""
    return original_name(item) or unquote(file_name(item))


def why_not_kept(site: WordPress, item: dict[str, Any]) -> str:
    """Tell, without fetching it, why the bytes of a medium's file could not be kept; empty where they can."""
    address = source_of(item)
    if urlsplit(address).hostname != urlsplit(site.connection.rest_root).hostname:
        return "its file lies on another host than the site"
    try:
        length = length_at(address, allow_private=site.allow_private)
    except Refusal as refusal:
        return refusal.message[0].lower() + refusal.message[1:].rstrip(".")
    if length is not None and length > MOST_KEPT:
        return f"its file has {measure(length)}, more than is kept"
    return ""


def kept_bytes(site: WordPress, item: dict[str, Any]) -> str:
    """Return the bytes of a medium's file, in Base64.

    Raises:
        Refusal: they can not be fetched.
    """
    content = fetch(source_of(item), allow_private=site.allow_private, largest=MOST_KEPT)
    return base64.b64encode(content).decode("ascii")


def bring_back(site: WordPress, kept: State, mark: str) -> tuple[dict[str, Any], bool]:
    """Upload a kept file again, with its words.

    Args:
        kept: what `keepsake` returned.

    Returns:
        The medium, with a new id, and whether it could not be read back.
    """
    made = marked(site, mark)
    if made is None:
        content = base64.b64decode(kept["bytes"])
        made = send_file(site, content, name=kept["name"], mime=kept["mime"], mark=mark)
    fields = {name: value for name, value in kept["fields"].items() if value is not None}
    if fields.get("author") == made.get("author"):
        # Who may not name an author may still be one.
        fields.pop("author", None)
    return finish(site, made, fields)


def keepsake(site: WordPress, item: dict[str, Any], fields: State) -> State:
    """Return what is needed to upload a medium again.

    Raises:
        Refusal: its bytes can not be fetched.
    """
    return {
        "name": uploaded_name(item),
        "mime": str(item.get("mime_type") or "application/octet-stream"),
        "fields": fields,
        "bytes": kept_bytes(site, item),
    }
