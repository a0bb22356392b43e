"""The machine-readable descriptions that the hub serves, and what judges by them."""

import functools

import yaml
from jsonschema import Draft7Validator

from pagefiles import DESCRIBED

ASYNCAPI = DESCRIBED / "docs" / "asyncapi.yaml"
OPENAPI = DESCRIBED / "docs" / "openapi.yaml"


@functools.cache
def document(path):
    return yaml.load(path.read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)


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


@functools.cache
def validators(operation):
    """For each type of message of `hear` or `tell` what judges it."""
    whole = document(ASYNCAPI)
    root = {"components": {"schemas": closed(whole["components"]["schemas"])}}
    found = {}
    for reference in whole["operations"][operation]["messages"]:
        name = reference["$ref"].rsplit("/", 1)[-1]
        payload = looked_up(whole, reference["$ref"])["payload"]
        found[name] = Draft7Validator({**root, **payload})
    return found
