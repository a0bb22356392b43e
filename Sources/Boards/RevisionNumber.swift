import JSON
import Sync

/// The revision of an event, as a sender wrote it. The event need not exist.
struct RevisionNumber: ArgumentValue {
    static let schema = Schema(.integer(min: 1))

    let rev: Int

    init(_ argument: JSON) throws(Reason) {
        guard case .number(let value) = argument, value.rounded() == value, value >= 1 else {
            throw Reason(.notPositive)
        }
        // Revisions that a double can't represent exactly do not exist.
        rev = JSON.number(value).integer ?? Int.max
    }
}

extension ArgumentDeclaration {
    /// The argument of `undo`.
    static let undoneRevision = ArgumentDeclaration(
        "rev", RevisionNumber.self, .required, "The revision of the event")
}
