"""What a file is, told by its bytes, and what it is called."""

from __future__ import annotations

import pytest

from tests.pictures import GIF, JPEG, PDF, SVG, WEBP, png
from webapp.errors import Refusal
from webapp.tools.media import file_kinds
from webapp.tools.media.file_kinds import look_at
from webapp.tools.media.file_names import measure, safe_name, spoken_name

AVIF = (
    b"\x00\x00\x00\x18ftypavif\x00\x00\x00\x00avifmif1"
    b"\x00\x00\x00\x1cispe\x00\x00\x00\x00\x00\x00\x02\x80\x00\x00\x01\xe0" + bytes(8)
)
MP4 = b"\x00\x00\x00\x18ftypisom\x00\x00\x02\x00isommp42\x00\x00\x00\x08mdat"
# A preview with an end of its own, before the picture itself.
WITH_PREVIEW = JPEG[:2] + b"\xff\xe1\x00\x06\xff\xd9\xff\xd9" + JPEG[2:]
VP8X = b"RIFF\x16\x00\x00\x00WEBPVP8X\x0a\x00\x00\x00\x00\x00\x00\x00\x7f\x02\x00\xdf\x01\x00"
VP8 = b"RIFF\x16\x00\x00\x00WEBPVP8 \x0a\x00\x00\x00\x00\x00\x00\x9d\x01\x2a\x80\x02\xe0\x01"


@pytest.mark.parametrize(
    ("content", "word", "pixels"),
    [
        (png(40, 30), "PNG", (40, 30)),
        (JPEG, "JPEG", (8, 8)),
        (WITH_PREVIEW, "JPEG", (8, 8)),
        (GIF, "GIF", (3, 2)),
        (WEBP, "WebP", (5, 3)),
        (VP8, "WebP", (640, 480)),
        (VP8X, "WebP", (640, 480)),
        (AVIF, "AVIF", (640, 480)),
        (PDF, "PDF", None),
        (MP4, "MP4", None),
        (b"ID3\x04\x00", "MP3", None),
    ],
)
def test_a_kind_and_its_pixels_are_seen_in_the_bytes(content: bytes, word: str, pixels: object) -> None:
    seen = look_at(content)
    assert (seen.kind.word, seen.pixels) == (word, pixels)


@pytest.mark.parametrize("content", [png(), JPEG, WITH_PREVIEW, GIF, WEBP, AVIF, MP4, PDF])
@pytest.mark.parametrize("left", [0.5, 0.97])
def test_c59_3_a_file_that_ends_early_is_refused(content: bytes, left: float) -> None:
    """C59.3"""
    with pytest.raises(Refusal) as refused:
        look_at(content[: max(int(len(content) * left), 12)])
    assert refused.value.code == "respira_upload_incomplete"


def test_nothing_is_no_file() -> None:
    with pytest.raises(Refusal, match="The file is empty"):
        look_at(b"")


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (SVG, "An SVG can carry scripts"),
        (b'<?xml version="1.0"?>\n<!-- x -->' + SVG, "An SVG can carry scripts"),
        (b"<?php system($_GET['c']);", "This file is a web page or a program, whatever its name says"),
        (b"\n<!DOCTYPE html><script>1</script>", "This file is a web page or a program"),
        (b"GIF8;<?= 1 ?>", "This file is a web page or a program"),
        (b"MZ\x90\x00", "The bytes of this file are of no kind that is uploaded"),
        (b"\x00\x00\x00\x18ftypheic" + bytes(12), "of no kind that is uploaded"),
    ],
)
def test_c66_4_programs_pages_and_drawings_with_scripts_are_refused(content: bytes, words: str) -> None:
    """C66.4"""
    with pytest.raises(Refusal, match=words) as refused:
        look_at(content)
    assert refused.value.code == "respira_file_not_allowed"


@pytest.mark.parametrize(
    ("name", "safe"),
    [
        ("Müller & Söhne – Straße №5.JPG", "Muller-Sohne-Strasse-No5.jpg"),
        ("photo.jpeg", "photo.jpeg"),
        ("evil.php.jpg", "evil-php.jpg"),
        ("../../etc/passwd", "passwd.jpg"),
        ("C:\\Pictures\\sea.png", "sea.jpg"),
        ("写真.jpg", "image.jpg"),
        ("", "image.jpg"),
        (".htaccess", "htaccess.jpg"),
        ("v1.2 final.jpg", "v1-2-final.jpg"),
        ("a\r\nX-Header: b.jpg", "aX-Header-b.jpg"),
        ("x" * 300 + ".jpg", "x" * 100 + ".jpg"),
    ],
)
def test_c66_1_a_name_becomes_plain_letters_with_the_ending_of_what_it_is(name: str, safe: str) -> None:
    """C66.1"""
    assert safe_name(name, file_kinds.JPEG) == safe


def test_the_true_name_stays_as_words() -> None:
    assert spoken_name("photos/Müller & Söhne – Straße №5.JPG") == "Müller & Söhne – Straße №5"


@pytest.mark.parametrize(
    ("size", "words"), [(1, "1 bytes"), (1023, "1023 bytes"), (240 * 1024, "240 KB"), (1572864, "1.5 MB")]
)
def test_sizes_are_said_as_people_do(size: int, words: str) -> None:
    assert measure(size) == words
