import JSON
import Sync
import TestSupport
import Testing

@Suite struct SchemaTests {
    @Test(
        arguments: [
            (
                .text(charactersMin: 1, charactersMax: 80),
                ["type": "string", "minLength": 1, "x-charactersMax": 80]
            ),
            (
                .text(bytesMax: 400, isOneLine: true),
                ["type": "string", "x-bytesMax": 400, "x-oneLine": true]
            ),
            (
                .text(pattern: "^a$", format: "uri"),
                ["type": "string", "pattern": "^a$", "format": "uri"]
            ),
            (.integer(min: 1, max: 99), ["type": "integer", "minimum": 1, "maximum": 99]),
            (.integer(min: 0), ["type": "integer", "minimum": 0]),
            (.choice(["on", "off"]), ["enum": ["on", "off"]]),
            (
                .list(of: Schema(.text()), countMin: 1, countMax: 8, isUnique: true),
                [
                    "type": "array", "items": ["type": "string"], "minItems": 1, "maxItems": 8,
                    "uniqueItems": true,
                ]
            ),
            (.object, ["type": "object"]),
        ] as [(Schema.Shape, JSON)])
    func `writes a schema as JSON Schema`(shape: Schema.Shape, json: JSON) {
        expectEqual(Schema(shape).json, json)
    }

    @Test func `a nullable value says so`() {
        expectEqual(Schema(.object).orNull.json, ["type": ["object", "null"]])
        expectEqual(Schema(.choice(["on"])).orNull.json, ["enum": ["on", .null]])
    }

    @Test func `a text that must not be empty needs a character`() {
        let text = Schema(.text(charactersMax: 40)).requiringContent
        expectEqual(text, Schema(.text(charactersMin: 1, charactersMax: 40)))
        expectEqual(Schema(.object).requiringContent, Schema(.object))
    }
}
