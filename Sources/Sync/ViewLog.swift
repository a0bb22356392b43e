import JSON

/// The owner's side of a view: its document as of the last durable event, and the changes that led
/// to it. `Audience` has its subscribers.
struct ViewLog: Sendable {
    let key: ViewKey
    let epoch: String
    /// The board that masks the document; `nil` for the plain form.
    private let mask: (any Board)?
    /// The document without the deferred changes.
    private var made: Document
    /// Rows that changed while nobody watched. They are made when the document is needed, because
    /// most of them change again before that.
    private var deferred: [RowPath: RowChange] = [:]
    /// Keeps the deferred changes from outgrowing the document.
    private static let deferredCountMax = 256
    /// The last revision that changed the document.
    private(set) var rev = 0
    private(set) var changedAt = Instant(milliseconds: 0)
    private(set) var log = ChangeLog()

    /// Cached until the next change, because many clients may come back at once.
    private var encodedSnapshot: [UInt8]?
    private var encodedDiffs: [Int: [UInt8]] = [:]
    /// Most clients that come back have one of a few revisions.
    private static let encodedDiffCountMax = 64

    /// - Parameter mask: the board, in any state, that masks the view.
    init(
        of key: ViewKey, epoch: String, document: Document, maskedBy mask: (any Board)? = nil
    ) {
        self.key = key
        self.epoch = epoch
        self.mask = mask
        made = mask.map { document.masked(by: $0) } ?? document
    }

    /// Creates the log of a view that is made on demand.
    ///
    /// - Parameter rev: the revision of the document.
    init(
        of key: ViewKey, epoch: String, document: Document, rev: Int, changedAt: Instant,
        maskedBy mask: (any Board)? = nil
    ) {
        self.init(of: key, epoch: epoch, document: document, maskedBy: mask)
        self.rev = rev
        self.changedAt = changedAt
        log = ChangeLog(after: rev)
    }

    /// The size of the document without the deferred changes.
    var byteCount: Int { made.byteCount }

    /// The document as of `rev`.
    var document: Document {
        if deferred.isEmpty { return made }
        var view = self
        view.applyDeferred()
        return view.made
    }

    /// Applies the changes of one event.
    ///
    /// - Parameter isWatched: whether somebody waits for the diff.
    /// - Returns: the diff; `nil` if none was made because nobody watches. Its patch is empty if
    ///   the event changed only masked values: the plain and the masked form have the same
    ///   revisions.
    mutating func apply(
        _ changes: [RowChange], of event: Event, isWatched: Bool
    ) -> ViewFrame? {
        if !isWatched, areRows(changes) {
            deferChanges(changes, of: event)
            return nil
        }
        applyDeferred()
        return carryOut(
            mask.map { mask in changes.map { $0.masked(by: mask) } } ?? changes, at: event.rev,
            event.at)
    }

    private func areRows(_ changes: [RowChange]) -> Bool {
        // A closure would copy the log, and a `where` each change.
        for index in changes.indices
        where changes[index].row == nil || !made.hasRows(changes[index].member) {
            return false
        }
        return true
    }

    private mutating func deferChanges(_ changes: [RowChange], of event: Event) {
        for change in changes {
            guard let row = change.row else { continue }
            let path = RowPath(member: change.member, row: row)
            let earlier = deferred.updateValue(change, forKey: path)
            log.append(
                ChangeLog.Entry(
                    rev: event.rev, member: path.member, row: row,
                    wasPresent: earlier?.isPresent ?? (made[path.member, row] != nil)))
        }
        changed(at: event.rev, event.at)
        if deferred.count > Self.deferredCountMax { applyDeferred() }
    }

    private mutating func applyDeferred() {
        if !deferred.isEmpty { carryOutDeferred() }
    }

    private mutating func carryOutDeferred() {
        for (path, change) in deferred {
            let change = mask.map { change.masked(by: $0) } ?? change
            made.set(path.member, row: path.row, to: change.value)
        }
        deferred = [:]
    }

    private mutating func changed(at rev: Int, _ instant: Instant) {
        self.rev = rev
        changedAt = instant
        encodedSnapshot = nil
        if !encodedDiffs.isEmpty { encodedDiffs = [:] }
    }

    /// Replaces the document of a subject's view after an event.
    ///
    /// - Returns: the diff; `nil` if the document has not changed.
    mutating func update(to personal: PersonalDocument, by event: Event) -> ViewFrame? {
        personal.rev == rev
            ? nil : carryOut(made.changes(to: personal.members), at: event.rev, event.at)
    }

    /// Replaces the document of a view with parameters after an event.
    ///
    /// - Returns: the diff; `nil` if the document has not changed.
    mutating func update(to document: Document, by event: Event) -> ViewFrame? {
        applyDeferred()
        let masked = mask.map { document.masked(by: $0) } ?? document
        let changes = made.changes(to: masked.memberValues)
        return changes.isEmpty ? nil : carryOut(changes, at: event.rev, event.at)
    }

    /// Replaces the document with that of a newer log.
    ///
    /// - Parameter changes: the changes to the later document.
    /// - Returns: the diff; `nil` if the document has not changed.
    mutating func update(to later: ViewLog, _ changes: [RowChange]) -> ViewFrame? {
        applyDeferred()
        return changes.isEmpty ? nil : carryOut(changes, at: later.rev, later.changedAt)
    }

    func changes(to later: ViewLog) -> [RowChange] {
        document.changes(to: later.document.memberValues)
    }

    private mutating func carryOut(
        _ changes: [RowChange], at rev: Int, _ instant: Instant
    ) -> ViewFrame {
        var operations: [PatchOperation] = []
        for change in changes {
            let hadRows = made.hasRows(change.member)
            let wasPresent = change.row.map { made[change.member, $0] != nil } ?? true
            log.append(
                ChangeLog.Entry(
                    rev: rev, member: change.member, row: hadRows ? change.row : nil,
                    wasPresent: wasPresent))
            operations += made.set(change.member, row: change.row, to: change.value)
        }
        let frame = ViewFrame(
            view: key, epoch: epoch, from: self.rev, rev: rev,
            bytes: encodeDiff(from: self.rev, to: rev, at: instant, operations))
        changed(at: rev, instant)
        return frame
    }

    /// Sets the state that a snapshot or the journal's events have made, before anybody watches.
    mutating func restore(_ document: Document, rev: Int, changedAt: Instant, log: ChangeLog) {
        made = document
        deferred = [:]
        self.rev = rev
        self.changedAt = changedAt
        self.log = log
        encodedSnapshot = nil
        encodedDiffs = [:]
    }

    /// Returns the whole document as a message.
    mutating func snapshot() -> [UInt8] {
        applyDeferred()
        if let encodedSnapshot { return encodedSnapshot }
        let message: JSON = [
            "type": "snapshot", "view": .string(key.name), "epoch": .string(epoch),
            "rev": JSON(rev), "hash": .string(made.hash), "doc": made.json,
        ]
        let bytes = message.canonical
        encodedSnapshot = bytes
        return bytes
    }

    /// Returns the snapshot message with the document's epoch and revision.
    mutating func read() -> (snapshot: [UInt8], epoch: String, rev: Int) {
        (snapshot(), epoch, rev)
    }

    /// Returns the update for a client that has revision `since`: nothing, one folded diff, or a
    /// snapshot.
    ///
    /// - Parameter isSmallest: whether to choose the smaller of diff and snapshot, which costs as
    ///   much as encoding the whole document. Otherwise the diff is chosen if there is one.
    mutating func catchUp(since: Int, isSmallest: Bool = true) -> CatchUp {
        if since >= rev { return .nothing }
        applyDeferred()
        // A diff starts at a revision of the document; `since` may lie between two of them.
        guard let from = log.documentRev(at: since) else { return .snapshot(snapshot()) }
        let sizeMax = isSmallest ? snapshot().count : .max
        if let diff = encodedDiffs[from], diff.count < sizeMax { return .diff(diff) }
        // The shortest operation, `{"op":"remove","path":"/a/"}`, takes 28 bytes.
        let touched = log.touched(after: from, atMost: sizeMax / 28) { path in
            made[path.member, path.row] != nil
        }
        guard let touched else { return .snapshot(snapshot()) }
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
        guard diff.count < sizeMax else { return .snapshot(snapshot()) }
        if encodedDiffs.count < Self.encodedDiffCountMax { encodedDiffs[from] = diff }
        return .diff(diff)
    }

    enum CatchUp {
        case nothing
        case diff([UInt8])
        case snapshot([UInt8])

        /// The message, if one is needed.
        var bytes: [UInt8]? {
            switch self {
            case .nothing: nil
            case .diff(let bytes), .snapshot(let bytes): bytes
            }
        }
    }

    private func encodeDiff(
        from: Int, to rev: Int, at instant: Instant, _ operations: [PatchOperation]
    ) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(512)
        bytes.append(#"{"at":"#, .string(instant.description))
        bytes.append(#","from":"#, JSON(from))
        bytes.append(#","hash":"#, .string(made.hash))
        bytes.append(contentsOf: #","patch":"#.utf8)
        PatchOperation.write(operations, to: &bytes)
        bytes.append(#","rev":"#, JSON(rev))
        bytes.append(#","type":"diff","view":"#, .string(key.name))
        bytes.append(UInt8(ascii: "}"))
        return bytes
    }
}
