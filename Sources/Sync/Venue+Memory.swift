import DequeModule

/// The progress of the boards in memory since the hub started.
struct MemoryProgress: Sendable {
    struct Log: Sendable {
        /// Counts the board's own events and the journal's events that it has heard.
        fileprivate(set) var rev = 0
        fileprivate(set) var at: Instant
    }

    /// By the board's index; `nil` for boards that the journal keeps.
    private var logs: [Log?]
    /// Counts the events of all boards.
    private(set) var eventCount = 0
    /// The time of the last event of a board in memory. It goes back only when an event of the
    /// journal records that the clock was set back.
    private(set) var lastEventAt = Instant(milliseconds: 0)

    init(_ boards: [any Board], at instant: Instant) {
        logs = boards.map { $0.declaration.storage == .memory ? Log(at: instant) : nil }
    }

    /// The indices of the boards in memory.
    var indices: [Int] { logs.indices.filter { logs[$0] != nil } }

    subscript(index: Int) -> Log? { logs[index] }

    mutating func reset(at instant: Instant) {
        for index in logs.indices where logs[index] != nil { logs[index] = Log(at: instant) }
    }

    /// Counts an event of a board in memory.
    mutating func advance(_ index: Int, to instant: Instant) {
        note(index, at: instant)
        lastEventAt = instant
    }

    /// Counts an event of the journal, which all boards hear.
    mutating func hear(_ event: Event) {
        if event.recordsSetBack { lastEventAt = min(lastEventAt, event.at) }
        for index in logs.indices where logs[index] != nil { note(index, at: event.at) }
    }

    private mutating func note(_ index: Int, at instant: Instant) {
        logs[index]?.rev += 1
        logs[index]?.at = instant
        eventCount += 1
    }
}

/// Boards in memory. Their events are applied at once, have their own revisions, and are lost when
/// the hub stops. They hear the journal's events once these are durable, and decide by the durable
/// state of the other boards.
extension Venue {
    /// The sequence of revisions that a view belongs to: the journal's, or that of a board in
    /// memory.
    struct Timeline: Sendable {
        var epoch: String
        var rev: Int
        var at: Instant
    }

    /// - Parameter label: the view's name without its parameters.
    func timeline(ofView label: String) -> Timeline {
        if let board = catalogue.boardIndex(ofView: label), let log = memory[board],
            !shown[board].declaration.isJournaled(view: label)
        {
            return Timeline(epoch: dependencies.startID, rev: log.rev, at: log.at)
        }
        return Timeline(epoch: record.epoch, rev: rev, at: shownAt)
    }

    /// Whether a view shows what the journal keeps.
    ///
    /// - Parameter label: the view's name without its parameters.
    func isJournaled(view label: String) -> Bool {
        catalogue.boardIndex(ofView: label).map { shown[$0].declaration.isJournaled(view: label) }
            ?? true
    }

    /// Returns the event with its revision on a board in memory.
    func renumbered(_ event: Event, byBoard index: Int) -> Event {
        guard let log = memory[index] else { return event }
        var renumbered = event
        renumbered.rev = log.rev
        return renumbered
    }

    /// Starts boards in memory with the state that the journal has made.
    mutating func resetMemoryBoards() {
        memory.reset(at: shownAt)
        for index in memory.indices {
            let board = shown[index]
            let documents = board.emptyDocuments
            for rule in board.declaration.views
            where !rule.isMadeOnDemand && !board.declaration.isJournaled(view: rule.name) {
                let document = documents[rule.name] ?? Document()
                views[ViewKey(name: rule.name)]?.restore(
                    document, rev: 0, changedAt: shownAt, log: ChangeLog())
                copyToMaskedView(of: rule.name, maskedBy: board)
            }
        }
    }

    /// Decides a mutation of a board in memory, and applies its event.
    mutating func decideInMemory(
        _ mutation: Mutation, of action: KnownAction, for id: ClientID, by principal: Principal,
        from network: ClientNetwork?, at now: Instant
    ) throws(Rejection) {
        let fingerprint = fingerprint(of: mutation, sealing: action.sealed)
        if let known = rememberedMutations[mutation.id] {
            guard known.fingerprint == fingerprint,
                !principal.isByJoinLink || known.isByJoinLink
            else { throw Self.idReused }
            var ack = known.ack
            ack.isReplayed = true
            return actions.append(.send(id, .ack(ack)))
        }
        let index = action.board
        let moment = memoryMoment(of: index, at: now)
        let decision = try decision(
            on: mutation, of: action, by: principal, at: moment, among: shown)
        if principal.isByJoinLink {
            try admission.join(decision, of: index, among: tip, from: network, at: now)
        }
        let event = event(
            of: decision, of: index, at: moment, actor: principal.actor, mutationID: mutation.id)
        let ack = ServerMessage.Ack(
            id: mutation.id, rev: event.rev, result: shown[index].result(of: event),
            isReplayed: false, isInMemory: true)
        rememberedMutations[mutation.id] = RememberedMutations.Answer(
            ack: ack, fingerprint: fingerprint, isByJoinLink: principal.isByJoinLink)
        actions.append(.send(id, .ack(ack)))
        carryOutInMemory(event, of: index)
    }

    private func memoryMoment(of index: Int, at now: Instant) -> Moment {
        Moment(now: max(now, memory.lastEventAt), rev: (memory[index]?.rev ?? 0) + 1)
    }

    /// Applies the next event that time has caused on a board in memory.
    ///
    /// - Returns: whether there was one.
    mutating func advanceInMemory(_ index: Int, to now: Instant) -> Bool {
        let moment = memoryMoment(of: index, at: now)
        guard isInUse(index, among: shown), let decision = shown[index].decideDue(at: moment)
        else { return false }
        let event = event(of: decision, of: index, at: moment, actor: .clock, mutationID: nil)
        carryOutInMemory(event, of: index)
        return true
    }

    private mutating func carryOutInMemory(_ event: Event, of index: Int) {
        memory.advance(index, to: event.at)
        var frames: [ViewFrame] = []
        let changes = shown[index].apply(event)
        show(changes, of: index, by: event, frames: &frames)
        showSubjects(of: index, event, renumbered: event, frames: &frames)
        showRequested(event, of: index, frames: &frames)
        actions += edge.broadcasts(of: frames)
        // On `tip`, the events that are not durable yet come first; see `rebaseMemoryBoards`.
        _ = tip[index].apply(event)
        if !pending.isEmpty { divergedBoards.insert(index) }
    }

    /// Corrects the decided state of boards in memory that changed while events waited for the
    /// journal: in the durable state, those events come later.
    mutating func rebaseMemoryBoards() {
        for index in divergedBoards {
            tip[index] = shown[index]
            for waiting in pending.all {
                for observer in waiting.observers where observer.index == index {
                    _ = tip.observe(waiting.event, by: observer)
                }
            }
        }
        divergedBoards = []
    }
}

/// The answers to a venue's latest mutations in memory.
struct RememberedMutations: Sendable {
    struct Answer: Sendable {
        var ack: ServerMessage.Ack
        var fingerprint: [UInt8]
        var isByJoinLink: Bool
    }

    private var answers: [String: Answer] = [:]
    private var ids = Latest<String>(atMost: 10_000)

    subscript(id: String) -> Answer? {
        get { answers[id] }
        set {
            guard let newValue, answers.updateValue(newValue, forKey: id) == nil else { return }
            if let oldest = ids.append(id) { answers[oldest] = nil }
        }
    }
}
