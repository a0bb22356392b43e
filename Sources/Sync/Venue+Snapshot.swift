import JSON

extension Venue {
    /// The version of the snapshot's format. Boards have versions of their own.
    package static let stateVersion = 9

    /// Returns the state that all durable events have made: a section for each board, with its
    /// name, its version, its state and its shared views. Boards that can't be saved have no
    /// section.
    ///
    /// It contains no clients, and no events that are decided but not durable.
    package func savedState() -> [UInt8] {
        var writer = StateWriter()
        writer.write(Self.stateVersion)
        writer.writeBytes(recordDigest)
        writer.write(rev)
        writer.write(shownAt)
        mutationIDFilter.write(to: &writer)
        eventKinds.write(through: rev, to: &writer)
        let boards = shown.compactMap { $0 as? any RestorableBoard }
        writer.write(boards.count)
        for board in boards {
            writer.write(board.name)
            writer.write(board.declaration.stateVersion)
            var section = StateWriter()
            board.boardSettings?.write(to: &section)
            board.save(to: &section)
            for key in sharedViewKeys(of: board) {
                section.write(key.name)
                views[key]?.write(to: &section)
            }
            writer.writeBytes(section.bytes)
        }
        return writer.bytes
    }

    /// Restores the venue to the revision of a saved state, before anybody is connected. `replay`
    /// then applies the later events. A board without a section of its present version stays in its
    /// initial state, and then `replayStart` is 0.
    ///
    /// - Throws: an error if the bytes are not a saved state of this venue. The venue is unchanged
    ///   then.
    package mutating func restore(from state: StateReader) throws(StateError) {
        var reader = state
        guard try reader.read(Int.self) == Self.stateVersion else {
            throw StateError("it is of another version of the program")
        }
        guard try reader.readPart().rest.elementsEqual(recordDigest) else {
            throw StateError("the venue's settings have changed")
        }
        var restored = self
        restored.rev = try reader.read()
        restored.shownAt = try reader.read()
        restored.mutationIDFilter = try MutationIDFilter(from: &reader)
        restored.eventKinds = try EventKinds(from: &reader)
        restored.tail = JournalTail()
        guard Self.revs.contains(restored.rev) else {
            throw StateError("its revision is out of range")
        }
        var sections: [String: (version: String, state: StateReader)] = [:]
        for _ in 0..<(try reader.readCount()) {
            let name: String = try reader.read()
            sections[name] = (try reader.read(), try reader.readPart())
        }
        guard reader.isAtEnd else { throw StateError("it is too long") }
        restored.boardsBehind = []
        for index in shown.indices {
            guard let board = shown[index] as? any RestorableBoard,
                let section = sections[board.name],
                section.version == board.declaration.stateVersion
            else {
                restored.boardsBehind.insert(index)
                continue
            }
            try restored.restore(board, at: index, from: section.state)
        }
        restored.tip = restored.shown
        restored.tipRev = restored.rev
        restored.lastEventAt = restored.shownAt
        self = restored
    }

    private mutating func restore(
        _ board: any RestorableBoard, at index: Int, from section: StateReader
    ) throws(StateError) {
        var board = board
        var reader = section
        try board.boardSettings?.restore(from: &reader)
        try board.restore(from: &reader)
        shown[index] = board
        for key in sharedViewKeys(of: board) {
            guard try reader.read(String.self) == key.name else {
                throw StateError("its views are different")
            }
            try views[key]?.restore(from: &reader)
            copyToMaskedView(of: key.name, maskedBy: board)
        }
        guard reader.isAtEnd else { throw StateError("the state of a board is too long") }
    }

    /// The revision after which `replay` needs all events.
    public var replayStart: Int { boardsBehind.isEmpty ? rev : 0 }

    /// The revisions that a double represents exactly, as the protocol requires.
    private static let revs = 0...9_007_199_254_740_992

    private func sharedViewKeys(of board: any Board) -> [ViewKey] {
        board.declaration.views.filter {
            !$0.isMadeOnDemand && board.declaration.isJournaled(view: $0.name)
        }.map(\.name).sorted().map { ViewKey(name: $0) }
    }

    /// A digest of the venue's fixed properties, because its documents depend on them. The
    /// reflected text contains every field, including future ones. The settings are digested as
    /// canonical JSON, which has one form only.
    private var recordDigest: [UInt8] {
        var rest = record
        rest.settings = .null
        return dependencies.digest(record.settings.canonical + Array(String(reflecting: rest).utf8))
    }

    /// Makes the masked form of a view from the plain one, if the view has one.
    mutating func copyToMaskedView(of name: String, maskedBy board: any Board) {
        let maskedKey = ViewKey(name: name, isMasked: true)
        guard let view = views[ViewKey(name: name, isMasked: false)], views[maskedKey] != nil else {
            return
        }
        views[maskedKey]?.restore(
            view.document.masked(by: board), rev: view.rev, changedAt: view.changedAt,
            log: view.log)
    }
}

extension ViewLog {
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
        else { throw StateError("a document is malformed") }
        restore(
            Document(members), rev: rev, changedAt: changedAt,
            log: try ChangeLog(from: &reader))
    }
}

/// The events that the next start has to replay, because they followed the last snapshot.
package struct JournalTail: Sendable, Equatable {
    package private(set) var events = 0
    /// About how large their data is.
    package private(set) var bytes = 0

    package init() {}

    mutating func add(_ event: Event) {
        events += 1
        bytes += event.data.approximateBytes
    }
}
