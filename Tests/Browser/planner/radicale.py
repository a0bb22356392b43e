"""Radicale, a third-party CalDAV server: a process with its own folder, and a client besides the hub."""

import base64
import contextlib
import os
import socket
import subprocess
import sys
import tempfile
import urllib.error
import urllib.request
from pathlib import Path

from hub import eventually, free_port

USER, PASSWORD = "ada", "correct horse & more"

MAKE = """<?xml version="1.0"?><C:mkcalendar xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><D:set><D:prop>
<D:displayname>{}</D:displayname></D:prop></D:set></C:mkcalendar>"""


class Radicale:
    def __init__(self):
        self.folder = tempfile.TemporaryDirectory(prefix="tablecast-radicale-")
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        place = Path(self.folder.name)
        (place / "users").write_text(f"{USER}:{PASSWORD}\n", encoding="utf-8")
        self.config = place / "config"
        self.config.write_text(
            f"[server]\nhosts = 127.0.0.1:{self.port}\n[auth]\ntype = htpasswd\nhtpasswd_filename = {place}/users\n"
            f"htpasswd_encryption = plain\ndelay = 0\n[storage]\nfilesystem_folder = {place}/collections\n",
            encoding="utf-8",
        )

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *_):
        self.kill()
        self.folder.cleanup()

    def start(self):
        self.process = subprocess.Popen(
            [sys.executable, "-m", "radicale", "-C", self.config],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env={**os.environ, "LC_ALL": "C.UTF-8"},
        )
        assert eventually(self.listens), "Radicale did not start"

    def listens(self):
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port), timeout=1):
            return True
        return False

    def kill(self):
        self.process.kill()
        self.process.wait()

    def ask(self, method, path, body="", **fields):
        """Returns status, entity tag and text of any answer."""
        request = urllib.request.Request(self.address + path, body.encode() or None, method=method)
        signed = base64.b64encode(f"{USER}:{PASSWORD}".encode()).decode()
        for name, value in {"Authorization": f"Basic {signed}", **fields}.items():
            request.add_header(name.replace("_", "-"), value)
        try:
            with urllib.request.urlopen(request) as answer:
                return answer.status, answer.headers.get("ETag"), answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, None, error.read().decode()

    def make_calendar(self, name, title):
        assert self.ask("MKCALENDAR", f"/{USER}/{name}/", MAKE.format(title))[0] == 201

    def put(self, calendar, uid, title, start="20260504T170000Z", **more):
        lines = [
            "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Somebody//Something//EN", "BEGIN:VEVENT", f"UID:{uid}",
            "DTSTAMP:20260101T000000Z", f"DTSTART:{start}", "DURATION:PT1H", f"SUMMARY:{title}",
            *(f"{name.replace('_', '-')}:{value}" for name, value in more.items()),
            "END:VEVENT", "END:VCALENDAR", "",
        ]
        status, _, text = self.ask(
            "PUT", f"/{USER}/{calendar}/{uid}.ics", "\r\n".join(lines), Content_Type="text/calendar"
        )
        assert status in (201, 204), text

    def read(self, calendar, uid):
        """Returns the text and entity tag of an event, as a client that just fetched it."""
        status, tag, text = self.ask("GET", f"/{USER}/{calendar}/{uid}.ics")
        assert status == 200, text
        return text, tag

    def replace(self, calendar, uid, text, tag):
        """Writes a client's version of an event, unless somebody has changed it meanwhile."""
        status, _, said = self.ask(
            "PUT", f"/{USER}/{calendar}/{uid}.ics", text, Content_Type="text/calendar", If_Match=tag
        )
        assert status in (201, 204), said

    def delete(self, calendar, uid):
        assert self.ask("DELETE", f"/{USER}/{calendar}/{uid}.ics")[0] == 200

    def texts(self, calendar):
        """The text of all events in a calendar."""
        text = self.ask("GET", f"/{USER}/{calendar}/")[2]
        return text.replace("\r\n ", "")
