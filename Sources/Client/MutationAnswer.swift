public import JSON

/// What came of a mutation.
public enum MutationAnswer: Sendable, Equatable {
    /// It is in the journal for good, as this revision.
    case accepted(rev: Int, result: JSON?, isReplayed: Bool)
    /// Nothing has changed.
    case rejected(MutationRejection)

    /// Reads an `ack` or a `reject`, and an `error` that names a mutation; nil for anything else.
    public init?(_ message: JSON) {
        switch message["type"]?.text {
        case "ack":
            guard let rev = message["rev"]?.integer else { return nil }
            self = .accepted(
                rev: rev, result: message["result"],
                isReplayed: message["replayed"]?.flag ?? false)
        case "reject":
            guard let code = message["code"]?.text else { return nil }
            self = .rejected(MutationRejection(code: code, message: message))
        case "error":
            guard let code = message["code"]?.text, message["id"] != nil else { return nil }
            self = .rejected(MutationRejection(code: code, message: message))
        default: return nil
        }
    }
}
