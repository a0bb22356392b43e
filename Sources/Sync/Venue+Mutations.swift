import DequeModule
import JSON

extension Venue {
    /// A mutation that came by another way than a connection's message; its answer is an `ack` or a
    /// `reject` to the id given.
    public mutating func mutate(
        _ mutation: Mutation, of id: ClientID, by principal: Principal, at now: Instant
    ) -> [Action] {
        decide(mutation, of: id, by: principal, at: now)
        return takeActions()
    }

    /// Whether someone is still what they were let in as, by all that is decided.
    public func admits(_ principal: Principal) -> Bool {
        tip.allSatisfy { $0.admits(principal) }
    }

    /// Whether there is such an action.
    public func isKnown(_ mutation: Mutation) -> Bool {
        tip.contains { $0.actions.contains(mutation.action) }
    }

    /// Whether a mutation may come by a message, be it accepted or not.
    public func isForMessages(_ mutation: Mutation) -> Bool {
        tip.allSatisfy { !$0.hubActions.contains(mutation.action) }
    }

    /// Who asks too often is told so before anything is looked at. Then what is wrong is judged in
    /// the order of the protocol: `unknown_action`, `forbidden`, the id,
    /// and then the board's own order.
    mutating func decide(
        _ mutation: Mutation, of id: ClientID, by principal: Principal, at now: Instant
    ) {
        // What time has brought about by now comes first: the day's first party has the day's number.
        advance(to: now)
        do throws(Rejection) {
            if let wait = mutationRates.spend(limits.mutations, by: principal.device, at: now) {
                throw Rejection(
                    .rateLimited, "Too much at once; it can be tried again in a moment",
                    retryInMilliseconds: wait)
            }
            let index = try boardIndex(for: mutation)
            // What was decided a moment ago may not be durable yet, so that its sender is still connected.
            guard admits(principal) else {
                throw Rejection(.forbidden, "This device was signed out")
            }
            guard tip[index].permits(mutation, by: principal) else {
                throw Rejection(
                    .forbidden, "A device of role \(principal.role) may not do this")
            }
            let fingerprint = fingerprint(of: mutation)
            let waiting = PendingEvent.Waiting(
                client: id, mutation: mutation, actor: principal.actor, isReplayed: false)
            if try answerAgain(waiting, fingerprint: fingerprint) { return }
            let moment = moment(now)
            let decision = try tip[index].decide(mutation, by: principal, at: moment)
            append(
                decision, of: index, at: moment, actor: principal.actor, mutationID: mutation.id,
                fingerprint: fingerprint, waiting: [waiting])
        } catch {
            actions.append(.send(id, .reject(id: mutation.id, error)))
            actions.append(.rejected(mutation, error, actor: principal.actor, at: now))
        }
    }

    /// What a board brings about by itself, outside of the actions that anybody can ask for: an
    /// importer's records.
    ///
    /// - Parameter mutationID: makes it happen once, as with a mutation.
    /// - Returns: the event that it makes; `nil` when the id is known already.
    public mutating func record<B: Board>(
        mutationID: String, actor: String, at now: Instant, to type: B.Type,
        _ decide: (B, Moment) throws(Rejection) -> Decision
    ) throws(Rejection) -> (event: Event?, actions: [Action]) {
        guard let index = tip.firstIndex(where: { $0 is B }), let board = tip[index] as? B else {
            throw Rejection(.unknownAction)
        }
        if pendingRevs[mutationID] != nil { return (nil, []) }
        if try recall(mutationID) != nil { return (nil, []) }
        advance(to: now)
        let moment = moment(now)
        let decision = try decide(board, moment)
        append(
            decision, of: index, at: moment, actor: actor, mutationID: mutationID,
            fingerprint: doors.digest(Array(mutationID.utf8)), waiting: [])
        return (pending.last?.event, takeActions())
    }

    /// When `tick` has something to do; `nil` when nothing is pending.
    public func nextDue() -> Instant? {
        tip.compactMap { $0.nextDue() }.min()
    }

    /// How long to wait before the next `tick`, for what is due then. The machine may sleep, and its
    /// clock may be set: nobody waits longer than a minute in one go.
    public static func tickWaitMilliseconds(until due: Instant, at now: Instant) -> Int64 {
        min(max(due.milliseconds(since: now), 0), 60_000)
    }

    /// Time has passed: what it brings about becomes events too.
    public mutating func tick(at now: Instant) -> [Action] {
        advance(to: now)
        return takeActions()
    }

    private mutating func advance(to now: Instant) {
        guard let due = nextDue(), due <= now else { return }
        for index in tip.indices {
            while let decision = tip[index].decideDue(at: moment(now)) {
                append(
                    decision, of: index, at: moment(now), actor: Event.clock, mutationID: nil,
                    fingerprint: nil, waiting: [])
            }
        }
    }

    /// When the next event happens. The machine's clock may be set back; the journal's never is.
    private func moment(_ now: Instant) -> Moment {
        Moment(now: max(now, lastEventAt), rev: tipRev + 1)
    }

    private func boardIndex(for mutation: Mutation) throws(Rejection) -> Int {
        let name = mutation.action.prefix { $0 != "." }
        guard let index = boardIndex(named: String(name)),
            tip[index].actions.contains(mutation.action)
        else { throw Rejection(.unknownAction, "There is no such action") }
        return index
    }

    /// What makes two requests the same: the action and the arguments as JSON values.
    private func fingerprint(of mutation: Mutation) -> [UInt8] {
        let asked: JSON = [.string(mutation.action), .object(mutation.arguments)]
        return doors.digest(asked.canonical)
    }

    private func recall(_ mutationID: String) throws(Rejection) -> RecalledMutation? {
        guard knownMutations.mayContain(mutationID) else { return nil }
        do {
            return try doors.recall(mutationID)
        } catch {
            throw Rejection(.unavailable, "The journal can't be read; nothing has changed")
        }
    }

    /// Gives the first answer again when the id is known; whether it was.
    private mutating func answerAgain(
        _ waiting: PendingEvent.Waiting, fingerprint: [UInt8]
    ) throws(Rejection) -> Bool {
        let mutation = waiting.mutation
        if let rev = pendingRevs[mutation.id] {
            let position = pending.startIndex + (rev - (pending.first?.event.rev ?? rev))
            guard pending[position].fingerprint == fingerprint else { throw Self.idReused }
            var waiting = waiting
            waiting.isReplayed = true
            pending[position].waiting.append(waiting)
            return true
        }
        guard let recalled = try recall(mutation.id) else { return false }
        guard recalled.fingerprint == fingerprint else { throw Self.idReused }
        actions.append(.send(waiting.client, ack(of: recalled.event, isReplayed: true)))
        return true
    }

    private static let idReused = Rejection(
        .idReused, "This id was used before, for something else; make a new one")

    func ack(of event: Event, isReplayed: Bool) -> ServerMessage {
        let board = shown.first { $0.name == event.board }
        return .ack(
            ServerMessage.Ack(
                id: event.mutationID ?? "", rev: event.rev, result: board?.result(of: event),
                isReplayed: isReplayed))
    }

    private mutating func append(
        _ decision: Decision, of index: Int, at moment: Moment, actor: String,
        mutationID: String?, fingerprint: [UInt8]?, waiting: [PendingEvent.Waiting]
    ) {
        let event = Event(
            rev: moment.rev, at: moment.now, board: tip[index].name, kind: decision.kind,
            subject: decision.subject, data: decision.data, actor: actor, mutationID: mutationID)
        for index in tip.indices { _ = tip[index].witness(event) }
        tipRev = event.rev
        lastEventAt = event.at
        pending.append(
            PendingEvent(
                event: event, fingerprint: fingerprint,
                endedDevice: decision.access?.endedDevice, waiting: waiting))
        if let mutationID { pendingRevs[mutationID] = event.rev }
        if outbox.isEmpty { actions.append(.write) }
        outbox.append(
            JournalEntry(event: event, fingerprint: fingerprint, access: decision.access))
    }
}
