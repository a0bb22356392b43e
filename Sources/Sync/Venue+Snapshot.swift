import JSON

extension Venue {
    /// Which form a snapshot has, and what boards make of events: it changes with either of them, so
    /// that what an earlier version of the program has written is left alone.
    package static let stateVersion = 4

    /// Everything that the events until now have made, as bytes; `nil` when one of the boards can't
    /// be written.
    ///
    /// It belongs to the last durable event. Clients, and what is decided but not durable, are no
    /// part of it.
    package func savedState() -> [UInt8]? {
        var writer = StateWriter()
        writer.write(Self.stateVersion)
        writer.writeBytes(recordDigest)
        writer.write(rev)
        writer.write(shownAt)
        knownMutations.write(to: &writer)
        for board in shown {
            guard let board = board as? any RestorableBoard else { return nil }
            writer.write(board.name)
            board.save(to: &writer)
        }
        for key in sharedViewKeys {
            guard let view = views[key] else { return nil }
            writer.write(key.name)
            view.write(to: &writer)
        }
        return writer.bytes
    }

    /// Brings the venue to the revision of a saved state, before anybody is connected; `replay` then
    /// brings it up to its journal.
    ///
    /// - Throws: when the bytes are not the state of this venue, or of another version. Nothing has
    ///   changed then.
    package mutating func restore(from state: StateReader) throws(StateError) {
        var reader = state
        guard try reader.read(Int.self) == Self.stateVersion else {
            throw StateError("it is of another version of the program")
        }
        guard try reader.readPart().rest.elementsEqual(recordDigest) else {
            throw StateError("the venue's settings were others")
        }
        var restored = self
        restored.rev = try reader.read()
        restored.shownAt = try reader.read()
        restored.knownMutations = try KnownMutations(from: &reader)
        guard Self.revs.contains(restored.rev) else { throw StateError("its revision is none") }
        for index in shown.indices {
            guard var board = shown[index] as? any RestorableBoard,
                try reader.read(String.self) == board.name
            else { throw StateError("its boards are others") }
            try board.restore(from: &reader)
            restored.shown[index] = board
        }
        for key in sharedViewKeys {
            guard try reader.read(String.self) == key.name else {
                throw StateError("its views are others")
            }
            try restored.views[key]?.restore(from: &reader)
            restored.copyToMaskedView(of: key.name)
        }
        guard reader.isAtEnd else { throw StateError("it is too long") }
        restored.tip = restored.shown
        restored.tipRev = restored.rev
        restored.lastEventAt = restored.shownAt
        self = restored
    }

    /// Those that a double holds exactly, as the protocol's numbers must be.
    private static let revs = 0...9_007_199_254_740_992

    private var sharedViewKeys: [ViewKey] {
        views.keys.filter { !$0.isMasked }.sorted { $0.name < $1.name }
    }

    /// What is fixed about the venue shows in its documents. Whatever that comes to be: the text
    /// names every field.
    private var recordDigest: [UInt8] { doors.digest(Array(String(reflecting: record).utf8)) }

    private mutating func copyToMaskedView(of name: String) {
        let maskedKey = ViewKey(name: name, isMasked: true)
        guard let view = views[ViewKey(name: name, isMasked: false)], views[maskedKey] != nil,
            let board = shown.first(where: { $0.views.contains { $0.name == name } })
        else { return }
        views[maskedKey]?.restore(
            view.document.masked(by: board), rev: view.rev, changedAt: view.changedAt,
            log: view.log)
    }
}

extension SharedView {
    fileprivate func write(to writer: inout StateWriter) {
        writer.write(rev)
        writer.write(changedAt)
        writer.writeBytes(document.json.canonical)
        log.write(to: &writer)
    }

    fileprivate mutating func restore(from reader: inout StateReader) throws(StateError) {
        let rev: Int = try reader.read()
        let changedAt: Instant = try reader.read()
        guard let json = try? JSON(parsing: Array(try reader.readPart().rest)),
            case .object(let members) = json
        else { throw StateError("a document is none") }
        restore(
            Document(members), rev: rev, changedAt: changedAt,
            log: try ChangeLog(from: &reader))
    }
}
