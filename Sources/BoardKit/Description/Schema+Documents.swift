package import Sync

/// Schemas for documents.
extension Schema {
    package static let text = Schema(.text())
    package static let count = Schema(.integer(min: 0))
    package static let any = Schema(.any)
    /// The format of an `Instant`.
    package static let instant = Schema(
        .text(
            pattern: #"^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$"#, format: "date-time"))

    package static func record(_ members: ArgumentDeclaration...) -> Schema {
        Schema(.members(of: members))
    }

    package static func rows(_ members: ArgumentDeclaration...) -> Schema {
        Schema(.rows(of: Schema(.members(of: members))))
    }
}

extension ArgumentDeclaration {
    /// Creates a member that is always present.
    package static func always(
        _ name: String, _ schema: Schema, _ summary: String = "", isSecret: Bool = false
    ) -> Self {
        ArgumentDeclaration(name, summary, schema: schema, isRequired: true, isSecret: isSecret)
    }

    /// Creates a member that is absent without a value.
    package static func maybe(_ name: String, _ schema: Schema, _ summary: String = "") -> Self {
        ArgumentDeclaration(name, summary, schema: schema, isRequired: false)
    }
}
