package import JSON
package import Sync

/// The revision of an event, as a sender wrote it. The event need not exist.
package struct RevisionNumber: ArgumentValue {
    package static let schema = Schema(.integer(min: 1))

    package let rev: Int

    package init(_ argument: JSON) throws(Reason) {
        guard case .number(let value) = argument, value.rounded() == value, value >= 1 else {
            throw Reason(.notPositive)
        }
        // Revisions that a double can't represent exactly do not exist.
        rev = JSON.number(value).integer ?? Int.max
    }
}

extension ArgumentDeclaration {
    /// The argument of `undo`.
    package static let undoneRevision = ArgumentDeclaration(
        "rev", RevisionNumber.self, .required, "The revision of the event")
}
