public import JSON

/// The hub's answer to a mutation.
public enum MutationAnswer: Sendable, Equatable {
    /// The mutation is in the journal, with this revision. A board in memory counts its own
    /// revisions from the start of the hub, which can't be compared with the journal's.
    case accepted(rev: Int, result: JSON?, isReplayed: Bool)
    /// The mutation was rejected, and nothing has changed.
    case rejected(MutationRejection)

    /// Reads an `ack`, a `reject`, or an `error` that names a mutation. Returns `nil` for anything
    /// else.
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
