import Sync

/// Schemas for documents.
extension Schema {
    static let text = Schema(.text())
    static let count = Schema(.integer(min: 0))
    static let any = Schema(.any)
    /// The format of `Instant`.
    static let instant = Schema(
        .text(
            pattern: #"^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$"#, format: "date-time"))

    static func record(_ members: ArgumentDeclaration...) -> Schema {
        Schema(.members(of: members))
    }

    static func rows(_ members: ArgumentDeclaration...) -> Schema {
        Schema(.rows(of: Schema(.members(of: members))))
    }
}

extension ArgumentDeclaration {
    /// A member that is always present.
    static func always(_ name: String, _ schema: Schema, _ summary: String = "") -> Self {
        ArgumentDeclaration(name, summary, schema: schema, isRequired: true)
    }

    /// A member that is absent if it has no value.
    static func maybe(_ name: String, _ schema: Schema, _ summary: String = "") -> Self {
        ArgumentDeclaration(name, summary, schema: schema, isRequired: false)
    }
}
