"""The connection of a page with its hub, under a test's control."""

import json
import re


class Wire:
    """The messages between a page and its hub; a test may delay or drop them.

    Made before the page is opened.
    """

    def __init__(self, page):
        self.page = page
        self.is_cut = False
        self.kept_back = set()
        self.sockets = []
        self.held = []
        page.route_web_socket(re.compile("/sync"), self.connected)

    def connected(self, socket):
        if self.is_cut:
            socket.close()
            return
        server = socket.connect_to_server()
        server.on_message(lambda message: self.heard(socket, message))
        self.sockets.append(socket)

    def heard(self, socket, text):
        message = json.loads(text)
        if message["type"] in self.kept_back:
            self.held.append((socket, text))
            return
        socket.send(text)

    def cut(self):
        """Disconnects the page from the hub, until `mend`."""
        self.is_cut = True
        for socket in self.sockets:
            socket.close()
        self.sockets.clear()

    def mend(self):
        self.is_cut = False
        wake(self.page)

    def hold(self, *types):
        """From now on the page gets no messages of these types; by default no diffs, and so no
        changes by others."""
        self.kept_back = {*types} or {"diff"}

    def release(self):
        held, self.held = self.held, []
        self.forget()
        for socket, text in held:
            socket.send(text)

    def forget(self):
        """Drops the held messages."""
        self.kept_back.clear()
        self.held.clear()


def wake(page):
    """Makes a page that waits for its next attempt reach for the hub at once."""
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
