"""A conversation with the hub in which every message is held against its description."""

import copy
import json
import uuid
from contextlib import ExitStack

import yaml
from jsonschema import Draft7Validator
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from hub import PATIENCE_SECONDS, ROOT

ASYNCAPI = ROOT / "Public" / "docs" / "asyncapi.yaml"


def document():
    return yaml.safe_load(ASYNCAPI.read_text(encoding="utf-8"))


def looked_up(document, reference):
    value = document
    for name in reference.removeprefix("#/").split("/"):
        value = value[name]
    return looked_up(document, value["$ref"]) if "$ref" in value else value


def closed(schema):
    """The schema without room for members that it does not name: what a client may ignore has to
    be in the description all the same."""
    if isinstance(schema, list):
        return [closed(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    schema = {name: closed(value) for name, value in schema.items()}
    if schema.get("type") == "object" and "properties" in schema:
        schema.setdefault("additionalProperties", False)
    return schema


def validators(operation):
    """For each type of message of `hear` or `tell` what judges it."""
    whole = document()
    root = {"components": {"schemas": closed(copy.deepcopy(whole["components"]["schemas"]))}}
    found = {}
    for reference in whole["operations"][operation]["messages"]:
        name = reference["$ref"].rsplit("/", 1)[-1]
        payload = looked_up(whole, reference["$ref"])["payload"]
        found[name] = Draft7Validator({**root, **payload})
    return found


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
        """What the hub is to refuse, the description has to refuse too."""
        if isinstance(message, dict):
            judge = self.SAID.get(message.get("type"))
            assert judge is None or not judge.is_valid(message), message
            message = json.dumps(message)
        self.socket.send(message)

    def hear(self, *types):
        """The next message of these types; the others are judged and let go."""
        while True:
            message = json.loads(self.socket.recv(timeout=PATIENCE_SECONDS))
            self.HEARD[message["type"]].validate(message)
            self.heard_types.add(message["type"])
            if not types or message["type"] in types:
                return message

    def subscribe(self, view, **more):
        """Everything up to `live`, or the error."""
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
        # Arguments that the description refuses are no good to the hub either.
        assert judged or answer.get("code") in ("invalid", "unknown_action"), message
        return answer

    def end(self):
        """Hears all that still comes, and returns the close code."""
        try:
            while True:
                self.hear()
        except ConnectionClosed as end:
            return end.rcvd.code
