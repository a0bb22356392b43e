public import JSON

/// A client's own copy of a view's document.
///
/// It takes snapshots and diffs as they come, and after each works out the hash for itself. A copy
/// that was found to be wrong forgets what it has: it takes no diff until the next snapshot.
public struct ViewCopy: Sendable {
    /// What a message did to the copy.
    public enum Outcome: Sendable, Equatable {
        /// The copy is now the document of the message's `rev`.
        case applied
        /// A diff of another revision than the copy's; the copy stays as it was. The view is to be
        /// subscribed to again.
        case gap
        /// The copy differs from the hub's document; it is dropped. The view is to be subscribed to
        /// afresh, and the hub to be told.
        case drift
        /// Not a snapshot or a diff, or one of another view.
        case unrelated
    }

    public let view: String
    /// The document's revision, and the epoch that it is of; nil before the first snapshot.
    public private(set) var position: Position?
    /// An object; empty before the first snapshot.
    public private(set) var document: JSON = [:]
    private var currentHash = DocumentHash(of: [:])

    /// A point in a journal.
    public struct Position: Sendable, Equatable {
        public var epoch: String
        public var rev: Int

        public init(epoch: String, rev: Int) {
            self.epoch = epoch
            self.rev = rev
        }
    }

    public init(of view: String) { self.view = view }

    /// The hash of the document as it is: 8 lower-case hex digits.
    public var hash: String { currentHash.text }

    /// Takes one message of the hub.
    public mutating func apply(_ message: JSON) -> Outcome {
        guard message["view"]?.text == view else { return .unrelated }
        return switch message["type"]?.text {
        case "snapshot": applySnapshot(message)
        case "diff": applyDiff(message)
        default: .unrelated
        }
    }

    private mutating func applySnapshot(_ message: JSON) -> Outcome {
        guard let epoch = message["epoch"]?.text, let rev = message["rev"]?.integer,
            let document = message["doc"], document.members != nil
        else { return drop() }
        self.document = document
        currentHash = DocumentHash(of: document)
        return settle(message, at: Position(epoch: epoch, rev: rev))
    }

    private mutating func applyDiff(_ message: JSON) -> Outcome {
        guard let position, let from = message["from"]?.integer, from == position.rev else {
            return .gap
        }
        guard let rev = message["rev"]?.integer, rev > from,
            let operations = message["patch"]?.elements
        else { return drop() }
        do throws(JSONPatch.Misfit) {
            for operation in operations { try apply(JSONPatch(operation)) }
        } catch {
            return drop()
        }
        return settle(message, at: Position(epoch: position.epoch, rev: rev))
    }

    private mutating func apply(_ patch: JSONPatch) throws(JSONPatch.Misfit) {
        guard let member = patch.names.first else {
            try patch.apply(to: &document)
            guard document.members != nil else { throw JSONPatch.Misfit() }
            currentHash = DocumentHash(of: document)
            return
        }
        let old = patch.names.count == 1 ? document[member] : nil
        try patch.apply(to: &document)
        if patch.names.count == 1 {
            currentHash.update(member: member, from: old, to: document[member])
        } else if case .object(let rows) = document[member] {
            let row = patch.names[1]
            currentHash.update(member: member, row: row, to: rows[row])
        } else {
            // An array's element changed, and an array is hashed as a whole.
            currentHash.update(member: member, from: document[member], to: document[member])
        }
    }

    /// Keeps the new state if its hash is the one that was sent.
    private mutating func settle(_ message: JSON, at position: Position) -> Outcome {
        guard message["hash"]?.text == hash else { return drop() }
        self.position = position
        return .applied
    }

    private mutating func drop() -> Outcome {
        position = nil
        document = [:]
        currentHash = DocumentHash(of: [:])
        return .drift
    }
}
