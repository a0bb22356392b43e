import JSON

/// A view that is the same for all who watch it: its document as of the last durable event, and who
/// watches.
struct SharedView: Sendable {
    let name: String
    private let epoch: String
    /// The form in which it is seen: how a board masks values; `nil` for the whole one.
    private let mask: (any Board)?
    /// Without what is still to be made of rows.
    private var made: Document
    /// Rows that changed while nobody watched: they are made when somebody asks for the document,
    /// since most of them change again before that.
    private var unmade: [RowPath: RowChange] = [:]
    /// So that what waits does not outgrow the document.
    private static let unmadeCountMax = 256
    /// The last revision that changed the document.
    private(set) var rev = 0
    private(set) var changedAt = Instant(milliseconds: 0)
    private(set) var log = ChangeLog()
    var subscribers = Subscribers()

    /// Encoded for the present revision, since many may come back at once and ask for the same.
    private var encodedSnapshot: [UInt8]?
    private var encodedDiffs: [Int: [UInt8]] = [:]
    /// Most who come back ask from a few revisions; whoever asks from every one gains nothing.
    private static let encodedDiffCountMax = 64

    /// - Parameter mask: a board, in any state, that masks what is shown here.
    init(name: String, epoch: String, document: Document, maskedBy mask: (any Board)? = nil) {
        self.name = name
        self.epoch = epoch
        self.mask = mask
        made = mask.map { document.masked(by: $0) } ?? document
    }

    /// The document as of `rev`.
    var document: Document {
        if unmade.isEmpty { return made }
        var view = self
        view.settle()
        return view.made
    }

    /// Carries out what one event changed.
    ///
    /// - Returns: the diff that brings a copy up to it; `nil` when nobody watches. Its patch is empty
    ///   when the event changed only what is masked here: both forms of a view have the same
    ///   revisions.
    mutating func apply(_ changes: [RowChange], of event: Event) -> [UInt8]? {
        if subscribers.all.isEmpty, changes.allSatisfy({ isRow($0) }) {
            putOff(changes, of: event)
            return nil
        }
        settle()
        return carryOut(
            mask.map { mask in changes.map { $0.masked(by: mask) } } ?? changes, of: event)
    }

    private func isRow(_ change: RowChange) -> Bool {
        change.row != nil && made.hasRows(change.member)
    }

    private mutating func putOff(_ changes: [RowChange], of event: Event) {
        for change in changes {
            guard let row = change.row else { continue }
            let path = RowPath(member: change.member, row: row)
            let wasPresent =
                unmade[path].map(\.isPresent) ?? (made[path.member, row] != nil)
            log.append(
                ChangeLog.Entry(
                    rev: event.rev, member: path.member, row: row, wasPresent: wasPresent))
            unmade[path] = change
        }
        changed(by: event)
        if unmade.count > Self.unmadeCountMax { settle() }
    }

    private mutating func settle() {
        if unmade.isEmpty { return }
        for (path, change) in unmade {
            let change = mask.map { change.masked(by: $0) } ?? change
            made.set(path.member, row: path.row, to: change.value)
        }
        unmade = [:]
    }

    private mutating func changed(by event: Event) {
        rev = event.rev
        changedAt = event.at
        encodedSnapshot = nil
        encodedDiffs = [:]
    }

    private mutating func carryOut(_ changes: [RowChange], of event: Event) -> [UInt8] {
        var operations: [PatchOperation] = []
        for change in changes {
            let hadRows = made.hasRows(change.member)
            let wasPresent = change.row.map { made[change.member, $0] != nil } ?? true
            log.append(
                ChangeLog.Entry(
                    rev: event.rev, member: change.member, row: hadRows ? change.row : nil,
                    wasPresent: wasPresent))
            operations += made.set(change.member, row: change.row, to: change.value)
        }
        let diff = encodeDiff(from: rev, to: event.rev, at: event.at, operations)
        changed(by: event)
        return diff
    }

    /// Puts in place what the journal's events made of the document before anybody watched.
    mutating func restore(_ document: Document, rev: Int, changedAt: Instant, log: ChangeLog) {
        made = document
        unmade = [:]
        self.rev = rev
        self.changedAt = changedAt
        self.log = log
        encodedSnapshot = nil
        encodedDiffs = [:]
    }

    /// The whole document as a message.
    mutating func snapshot() -> [UInt8] {
        settle()
        if let encodedSnapshot { return encodedSnapshot }
        let message: JSON = [
            "type": "snapshot", "view": .string(name), "epoch": .string(epoch), "rev": JSON(rev),
            "hash": .string(made.hash), "doc": made.json,
        ]
        let bytes = message.canonical
        encodedSnapshot = bytes
        return bytes
    }

    /// What a client with the document of `since` needs to be current: nothing, one folded diff, or
    /// a snapshot, whichever is smaller.
    mutating func catchUp(since: Int) -> CatchUp {
        if since >= rev { return .nothing }
        let snapshot = snapshot()
        // A diff leads from a revision of the document; the one asked for may lie between two.
        guard let from = log.documentRev(at: since) else { return .snapshot(snapshot) }
        if let diff = encodedDiffs[from] { return .diff(diff) }
        // An operation takes 28 bytes at the least, `{"op":"remove","path":"/a/"}`.
        let touched = log.touched(after: from, atMost: snapshot.count / 28) { path in
            made[path.member, path.row] != nil
        }
        guard let touched else { return .snapshot(snapshot) }
        var operations: [PatchOperation] = []
        for (path, wasPresent) in touched.sorted(by: { $0.key < $1.key }) {
            let pointer = Pointer.path(path.member, path.row)
            switch (wasPresent, made[path.member, path.row]) {
            case (true, .some(let value)): operations.append(.replace(path: pointer, value))
            case (false, .some(let value)): operations.append(.add(path: pointer, value))
            case (true, nil): operations.append(.remove(path: pointer))
            case (false, nil): break
            }
        }
        let diff = encodeDiff(from: from, to: rev, at: changedAt, operations)
        guard diff.count < snapshot.count else { return .snapshot(snapshot) }
        if encodedDiffs.count < Self.encodedDiffCountMax { encodedDiffs[from] = diff }
        return .diff(diff)
    }

    enum CatchUp {
        case nothing
        case diff([UInt8])
        case snapshot([UInt8])
    }

    private func encodeDiff(
        from: Int, to rev: Int, at instant: Instant, _ operations: [PatchOperation]
    ) -> [UInt8] {
        Self.diff(
            view: name, from: from, to: rev, hash: made.hash, at: instant, operations
        ).canonical
    }

    static func diff(
        view: String, from: Int, to rev: Int, hash: String, at instant: Instant,
        _ operations: [PatchOperation]
    ) -> JSON {
        [
            "type": "diff", "view": .string(view), "from": JSON(from), "rev": JSON(rev),
            "hash": .string(hash), "at": .string(instant.description),
            "patch": .array(operations.map(\.json)),
        ]
    }
}
