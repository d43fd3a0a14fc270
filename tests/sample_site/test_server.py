"""The site as a server: found on a free port, asked by many at once, stopped cleanly, filled once."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest

from webapp.sample_site import SampleSite, misbehaviour, running


def test_a_running_site_is_reached_at_the_address_it_gives(site: SampleSite) -> None:
    with running(site) as url, httpx.Client(auth=("owner", site.app_password)) as client:
        page = client.get(f"{url}/wp-json/wp/v2/pages/42").json()
        assert page["link"] == f"{url}/about/"
        assert client.get(page["link"]).status_code == 200


def test_many_writers_at_once_all_get_their_own_page(site: SampleSite) -> None:
    with running(site) as url, httpx.Client(auth=("owner", site.app_password)) as client:

        def create(number: int) -> httpx.Response:
            return client.post(f"{url}/wp-json/wp/v2/pages", json={"title": "Same", "status": "publish"})

        with ThreadPoolExecutor(4) as pool:
            answers = list(pool.map(create, range(12)))
    assert {answer.status_code for answer in answers} == {201}
    slugs = {answer.json()["slug"] for answer in answers}
    assert slugs == {"same", *(f"same-{number}" for number in range(2, 13))}


@pytest.mark.parametrize(
    ("rule", "kept"), [(misbehaviour.DIE_BEFORE_SAVING, "About"), (misbehaviour.DIE_AFTER_SAVING, "New")]
)
def test_a_client_sees_the_connection_close(site: SampleSite, rule: misbehaviour.HangUp, kept: str) -> None:
    site.misbehave(rule, method="POST", times=1)
    with running(site) as url, httpx.Client(auth=("owner", site.app_password)) as client:
        with pytest.raises(httpx.RemoteProtocolError):
            client.post(f"{url}/wp-json/wp/v2/pages/42", json={"title": "New"})
        assert client.get(f"{url}/wp-json/wp/v2/pages/42").json()["title"]["rendered"] == kept


def test_filling_twice_keeps_what_was_changed_and_the_password(tmp_path: Path) -> None:
    first = SampleSite(tmp_path / "site.db", "http://harbour.test")
    first.fill()
    first.change("pages", 42, title="Changed")
    password = first.app_password
    first.close()
    again = SampleSite(tmp_path / "site.db", "http://harbour.test")
    again.fill()
    assert again.read("pages", 42)["title"]["raw"] == "Changed"
    assert again.app_password == password
    again.close()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_site_in_the_foreground_stops_cleanly_when_asked(tmp_path: Path, number: signal.Signals) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    code = f"from webapp.sample_site import serve_forever; serve_forever({str(tmp_path / 's.db')!r}, {port})"
    with subprocess.Popen([sys.executable, "-c", code], stderr=subprocess.PIPE, text=True) as running_site:
        transport = httpx.HTTPTransport(retries=8)
        with httpx.Client(transport=transport, timeout=5) as client:
            assert client.get(f"http://127.0.0.1:{port}/about/").status_code == 200
        running_site.send_signal(number)
        _, complaints = running_site.communicate(timeout=5)
    assert running_site.returncode == 0
    assert complaints == ""


def test_the_command_says_where_the_site_is_and_how_to_log_in(tmp_path: Path) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [
        sys.executable,
        "-m",
        "webapp.cli",
        "sample-site",
        "--file",
        str(tmp_path / "s.db"),
        "--port",
        str(port),
    ]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as site:
        with httpx.Client(transport=httpx.HTTPTransport(retries=8), timeout=5) as client:
            assert client.get(f"http://127.0.0.1:{port}/about/").status_code == 200
        site.send_signal(signal.SIGTERM)
        printed, _ = site.communicate(timeout=10)
    kept = SampleSite(tmp_path / "s.db")
    assert printed == f"The site: http://127.0.0.1:{port}\nUser: owner\nApplication password: {kept.app_password}\n"
    kept.close()
