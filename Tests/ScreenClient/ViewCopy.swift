public import JSON

/// A client's copy of a view's document.
///
/// It applies snapshots and diffs, and checks its hash after each. A copy that is found to be wrong
/// is dropped, and accepts no diff until the next snapshot.
public struct ViewCopy: Sendable {
    /// The effect of a message on a copy.
    public enum Outcome: Sendable, Equatable {
        /// The copy is now the document at the message's `rev`.
        case applied
        /// The diff does not begin at the copy's revision. The copy is unchanged, and the view has
        /// to be subscribed again.
        case gap
        /// The copy differed from the hub's document and was dropped. The view has to be subscribed
        /// again without `since`, and the hub should be told.
        case drift
        /// The message is not a snapshot or diff of this view.
        case unrelated
    }

    public let view: String
    /// The document's epoch and revision, or `nil` before the first snapshot.
    public private(set) var position: Position?
    /// The document, an object. Empty before the first snapshot.
    public private(set) var document: JSON = [:]
    private var currentHash = DocumentHash(of: [:])

    /// A position in a journal, or in the history of a board in memory.
    public struct Position: Sendable, Equatable {
        public var epoch: String
        public var rev: Int

        public init(epoch: String, rev: Int) {
            self.epoch = epoch
            self.rev = rev
        }
    }

    public init(of view: String) { self.view = view }

    /// The hash of the document: 8 lowercase hexadecimal digits.
    public var hash: String { currentHash.text }

    /// Applies one message of the hub.
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
        do throws(JSONPatch.Failure) {
            for operation in operations { try patch(operation) }
        } catch {
            return drop()
        }
        return settle(message, at: Position(epoch: position.epoch, rev: rev))
    }

    private mutating func patch(_ operation: JSON) throws(JSONPatch.Failure) {
        let old = document
        document = try JSONPatch.apply([operation], to: old)
        let names = JSONPointer.names(operation["path"]?.text ?? "") ?? []
        guard let member = names.first else {
            currentHash = DocumentHash(of: document)
            return
        }
        if names.count == 1 {
            currentHash.update(member: member, from: old[member], to: document[member])
        } else {
            currentHash.update(member: member, row: names[1], to: document[member]?[names[1]])
        }
    }

    /// Accepts the new state if its hash is the one in the message.
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
