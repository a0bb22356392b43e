"""The machine-readable descriptions that the hub serves conform to their own standards."""

from asyncapi3.models.asyncapi import AsyncAPI3
from jsonschema import Draft7Validator
from openapi_spec_validator import OpenAPIV31SpecValidator

from described import ASYNCAPI, OPENAPI, document, looked_up
from rules import expect_none


def references(value):
    if isinstance(value, dict):
        if "$ref" in value:
            yield value["$ref"]
        for each in value.values():
            yield from references(each)
    elif isinstance(value, list):
        for each in value:
            yield from references(each)


def test_the_messages_are_described_in_asyncapi():
    described = document(ASYNCAPI)
    assert described["asyncapi"] == "3.0.0"
    AsyncAPI3.model_validate(described)
    for name, schema in described["components"]["schemas"].items():
        Draft7Validator.check_schema(schema)
        assert looked_up(described, f"#/components/schemas/{name}") == schema
    for reference in references(described):
        assert looked_up(described, reference)
    # Each message of the channel belongs to an operation, and each schema is used.
    spoken = [
        reference for operation in described["operations"].values()
        for reference in references(operation["messages"])
    ]
    assert sorted(spoken) == sorted(
        f"#/channels/sync/messages/{name}" for name in described["channels"]["sync"]["messages"]
    )
    used = set(references(described))
    assert {f"#/components/schemas/{name}" for name in described["components"]["schemas"]} <= used


def test_the_routes_are_described_in_openapi():
    described = document(OPENAPI)
    assert described["openapi"].startswith("3.1.")
    errors = OpenAPIV31SpecValidator(described, base_uri=OPENAPI.as_uri()).iter_errors()
    expect_none([error.message for error in errors])
