"""The machine-readable descriptions that the hub serves, and validators made from them."""

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
    """Returns the schema without room for members that it does not name. Clients may ignore such
    members, but the description must have them."""
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
    """Returns a validator for each type of message of `hear` or `tell`."""
    whole = document(ASYNCAPI)
    root = {"components": {"schemas": closed(whole["components"]["schemas"])}}
    found = {}
    for reference in whole["operations"][operation]["messages"]:
        name = reference["$ref"].rsplit("/", 1)[-1]
        payload = looked_up(whole, reference["$ref"])["payload"]
        found[name] = Draft7Validator({**root, **payload})
    return found
