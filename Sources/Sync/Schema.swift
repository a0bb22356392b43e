public import JSON

/// The values that an argument accepts. Written as JSON Schema (draft 2020-12), for the
/// descriptions of the interface and the pages' forms.
public struct Schema: Sendable, Equatable {
    public enum Shape: Sendable, Equatable {
        /// A text. Characters are extended grapheme clusters. JSON Schema's `maxLength` counts code
        /// points, so the limit is written as `x-charactersMax`. The pattern is in the syntax of
        /// ECMA-262. In a text on one line, each run of white space counts as one space.
        case text(
            charactersMin: Int = 0, charactersMax: Int? = nil, bytesMax: Int? = nil,
            isOneLine: Bool = false, pattern: String? = nil, format: String? = nil)
        case integer(min: Int, max: Int? = nil)
        /// - Parameter step: what each number is a multiple of.
        case number(min: Double, max: Double, step: Double? = nil)
        case flag
        case choice([String])
        case elements(Element, countMin: Int, countMax: Int, isUnique: Bool)
        /// An object with any members.
        case object
        /// An object with these members. Readers must ignore members that they do not know.
        case record(Members)
        /// An object of rows by id, all of the same schema.
        case table(Element)
        /// Any value.
        case any
    }

    /// The members of an object, in the order in which people see them.
    public final class Members: Sendable, Equatable {
        public let declarations: [ArgumentDeclaration]

        init(_ declarations: [ArgumentDeclaration]) { self.declarations = declarations }

        /// The names of the members that are always present; `nil` if there are none.
        fileprivate var required: JSON? {
            let names = declarations.filter(\.isRequired).map { JSON.string($0.name) }
            return names.isEmpty ? nil : .array(names)
        }

        public static func == (one: Members, other: Members) -> Bool {
            one.declarations.map(\.schema) == other.declarations.map(\.schema)
                && one.declarations.map(\.name) == other.declarations.map(\.name)
                && one.declarations.map(\.isRequired) == other.declarations.map(\.isRequired)
        }
    }

    /// The schema of a list's elements.
    ///
    /// It is a class because a struct can't contain itself, and because the leak sanitizer does not
    /// see what an indirect case refers to.
    public final class Element: Sendable, Equatable {
        public let schema: Schema

        init(_ schema: Schema) { self.schema = schema }

        public static func == (one: Element, other: Element) -> Bool {
            one.schema == other.schema
        }
    }

    public var shape: Shape
    /// Whether `null` is accepted too.
    public var isNullable = false

    public init(_ shape: Shape) { self.shape = shape }

    /// The same schema without `null` and without empty texts.
    public var requiringContent: Schema {
        guard
            case .text(let min, let max, let bytesMax, let isOneLine, let pattern, let format) =
                shape
        else { return self }
        return Schema(
            .text(
                charactersMin: Swift.max(min, 1), charactersMax: max, bytesMax: bytesMax,
                isOneLine: isOneLine, pattern: pattern, format: format))
    }

    public var orNull: Schema {
        var schema = self
        schema.isNullable = true
        return schema
    }

    /// Whether a value is of the type that the schema accepts, whatever the schema's limits are.
    /// `null` is of every type.
    func hasType(of value: JSON) -> Bool {
        switch (shape, value) {
        case (.text, .string), (.choice, .string), (.integer, .number), (.number, .number),
            (.flag, .bool), (.elements, .array), (.object, .object), (.record, .object),
            (.table, .object), (.any, _), (_, .null):
            true
        default: false
        }
    }

    /// The schema as JSON Schema writes it.
    public var json: JSON {
        switch shape {
        case .text(let min, let max, let bytesMax, let isOneLine, let pattern, let format):
            JSON(present: [
                "type": type("string"), "minLength": min > 0 ? JSON(min) : nil,
                "x-charactersMax": max.map { JSON($0) }, "x-bytesMax": bytesMax.map { JSON($0) },
                "x-oneLine": isOneLine ? true : nil, "pattern": pattern.map(JSON.string),
                "format": format.map(JSON.string),
            ])
        case .integer(let min, let max):
            JSON(present: [
                "type": type("integer"), "minimum": JSON(min), "maximum": max.map { JSON($0) },
            ])
        case .number(let min, let max, let step):
            JSON(present: [
                "type": type("number"), "minimum": .number(min), "maximum": .number(max),
                "multipleOf": step.map(JSON.number),
            ])
        case .choice(let choices):
            ["enum": .array(choices.map(JSON.string) + (isNullable ? [.null] : []))]
        case .elements(let element, let min, let max, let isUnique):
            JSON(present: [
                "type": type("array"), "items": element.schema.json, "maxItems": JSON(max),
                "minItems": min > 0 ? JSON(min) : nil, "uniqueItems": isUnique ? true : nil,
            ])
        case .flag: ["type": type("boolean")]
        case .object: ["type": type("object")]
        case .any: [:]
        case .table(let row):
            ["type": type("object"), "additionalProperties": row.schema.json]
        case .record(let members):
            JSON(present: [
                "type": type("object"), "required": members.required,
                "properties": .object(
                    Dictionary(
                        members.declarations.map { ($0.name, $0.described) },
                        uniquingKeysWith: { first, _ in first })),
            ])
        }
    }

    private func type(_ name: String) -> JSON {
        isNullable ? [.string(name), "null"] : .string(name)
    }
}

extension Schema.Shape {
    public static func list(
        of element: Schema, countMin: Int = 0, countMax: Int, isUnique: Bool = false
    ) -> Schema.Shape {
        .elements(
            Schema.Element(element), countMin: countMin, countMax: countMax, isUnique: isUnique)
    }

    public static func members(of declarations: [ArgumentDeclaration]) -> Schema.Shape {
        .record(Schema.Members(declarations))
    }

    /// - Parameter row: the schema of each row.
    public static func rows(of row: Schema) -> Schema.Shape { .table(Schema.Element(row)) }
}

extension ArgumentDeclaration {
    /// The schema with the member's summary.
    fileprivate var described: JSON {
        guard !summary.isEmpty, var members = schema.json.members else { return schema.json }
        members["description"] = .string(summary)
        return .object(members)
    }
}
