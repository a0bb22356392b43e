"""The connection of a page with its hub, in the hands of a test."""

import json
import re


class Wire:
    """What a page and its hub say to each other, and what of it comes late or never.

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
        """Takes the hub away from the page, until it is mended."""
        self.is_cut = True
        for socket in self.sockets:
            socket.close()
        self.sockets.clear()

    def mend(self):
        self.is_cut = False
        wake(self.page)

    def hold(self, *types):
        """From now on the page does not hear messages of some types: what others do, without any."""
        self.kept_back = {*types} or {"diff"}

    def release(self):
        held, self.held = self.held, []
        self.forget()
        for socket, text in held:
            socket.send(text)

    def forget(self):
        """What was held is never heard."""
        self.kept_back.clear()
        self.held.clear()


def wake(page):
    """Has a page that waits for its next attempt to reach the hub not wait."""
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
