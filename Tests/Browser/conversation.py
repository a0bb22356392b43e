"""A conversation with the hub, in which every message is checked against its description."""

import json
import uuid
from contextlib import ExitStack

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from described import validators
from hub import PATIENCE_SECONDS


class Conversation:
    SAID = validators("hear")
    HEARD = validators("tell")

    def __init__(self, hub, role, **options):
        token = hub.command("token", "--role", role) if role != "guest" else options.pop("ticket")
        self.standing = ExitStack()
        self.socket = self.standing.enter_context(connect(
            f"{hub.address.replace('http', 'ws', 1)}/v1/main/sync",
            additional_headers={"Authorization": f"Bearer {token}"},
            subprotocols=["tablecast.v1"], **options,
        ))
        self.heard_types = set()
        self.welcome = self.hear("welcome")

    def close(self):
        self.standing.close()

    def say(self, **message):
        self.SAID[message["type"]].validate(message)
        self.socket.send(json.dumps(message))

    def say_wrongly(self, message):
        """Sends a message that the hub refuses, and that the description must reject too."""
        if isinstance(message, dict):
            judge = self.SAID.get(message.get("type"))
            assert judge is None or not judge.is_valid(message), message
            message = json.dumps(message)
        self.socket.send(message)

    def hear(self, *types):
        """Returns the next message of these types. Others are checked and skipped."""
        while True:
            message = json.loads(self.socket.recv(timeout=PATIENCE_SECONDS))
            self.HEARD[message["type"]].validate(message)
            self.heard_types.add(message["type"])
            if not types or message["type"] in types:
                return message

    def subscribe(self, view, **more):
        """Subscribes, and returns all messages up to `live` or the error."""
        self.say(type="subscribe", view=view, **more)
        messages = []
        while not messages or messages[-1]["type"] not in ("live", "error"):
            messages.append(self.hear())
        return messages

    def ask(self, action, id=None, ifRev=None, **args):
        message = {
            "type": "mutate", "id": id or str(uuid.uuid4()), "action": action, "args": args
        }
        if ifRev is not None:
            message["ifRev"] = ifRev
        judged = self.SAID["mutate"].is_valid(message)
        self.socket.send(json.dumps(message))
        answer = self.hear("ack", "reject")
        # The hub also refuses arguments that the description rejects.
        assert judged or answer.get("code") in ("invalid", "unknown_action"), message
        return answer

    def end(self):
        """Reads the remaining messages, and returns the close code."""
        try:
            while True:
                self.hear()
        except ConnectionClosed as end:
            return end.rcvd.code
