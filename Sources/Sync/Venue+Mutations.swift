import DequeModule
import JSON

extension Venue {
    /// A mutation that came by another way than a connection's message; its answer is an `ack` or a
    /// `reject` to the id given.
    ///
    /// - Parameters:
    ///   - neighbour: where it came from; `nil` where that is not known.
    ///   - isOfHub: whether the hub itself has made it of what it was asked for.
    public mutating func mutate(
        _ mutation: Mutation, of id: ClientID, by principal: Principal,
        from neighbour: Neighbour? = nil, at now: Instant, isOfHub: Bool = false
    ) -> [Action] {
        decide(mutation, of: id, by: principal, from: neighbour, at: now, isOfHub: isOfHub)
        return takeActions()
    }

    /// Whether someone is still what they were let in as, by all that is decided.
    public func admits(_ principal: Principal) -> Bool {
        tip.allSatisfy { $0.admits(principal) }
    }

    /// The arguments of a mutation that may be told of: none where there is no such action.
    public func argumentNames(of mutation: Mutation) -> Set<String> {
        tip.first { $0.actions.contains(mutation.action) }?.argumentNames ?? []
    }

    /// A device that asks too often is told so before anything is looked at. Then what is wrong is
    /// judged in the order of the protocol: `unknown_action`, `forbidden`, the id, and then the
    /// board's own order. Newcomers share the join link and often an address, so those of them whose
    /// request is good wait only when too many join.
    mutating func decide(
        _ mutation: Mutation, of id: ClientID, by principal: Principal,
        from neighbour: Neighbour? = nil, at now: Instant, isOfHub: Bool = false
    ) {
        // What time has brought about by now comes first: the day's first party has the day's number.
        advance(to: now)
        let told = told(mutation, of: principal, isOfHub: isOfHub)
        do throws(Rejection) {
            if !principal.isNewcomer {
                let wait = mutationUses.spend(limits.mutations, by: principal.device, at: now)
                try demandPatience(wait)
            }
            let index = try boardIndex(for: mutation, isOfHub: isOfHub)
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
                client: id, mutationID: mutation.id, told: told, actor: principal.actor,
                isReplayed: false)
            if try answerAgain(waiting, to: principal, fingerprint: fingerprint) { return }
            if tip[index].needsConfirmation(mutation.action),
                principal.confirmation?.isGood(at: now) == false
            {
                throw Rejection.pinFirst
            }
            let moment = moment(now)
            let decision = try tip[index].decide(mutation, by: principal, at: moment)
            if principal.isNewcomer { try admit(decision, of: index, from: neighbour, at: now) }
            append(
                decision, of: index, at: moment, actor: principal.actor, mutationID: mutation.id,
                fingerprint: fingerprint, waiting: [waiting])
        } catch {
            var rejection = error
            if principal.isNewcomer {
                rejection = slowedDown(error, from: neighbour, at: now)
            }
            actions.append(.send(id, .reject(id: mutation.id, rejection)))
            actions.append(.rejected(told, rejection, actor: principal.actor, at: now))
        }
    }

    /// A mutation as it may be told of to those who follow the events.
    private func told(_ mutation: Mutation, of principal: Principal, isOfHub: Bool) -> Mutation {
        var told = mutation
        // What the hub has made of a request may be a secret.
        if isOfHub { told.arguments = [:] }
        for board in tip {
            for name in board.secretArguments { told.arguments[name] = nil }
        }
        // A repeated id gets the first answer, with the ticket, and the join link hangs at the door.
        if principal.isNewcomer { told.id = "" }
        return told
    }

    /// Of those who wait to be confirmed so many may come from one address: half as many as the
    /// waitlist takes in all.
    private static let unconfirmedOfNeighbourMax = 50

    /// Counts a newcomer who is taken in.
    private mutating func admit(
        _ decision: Decision, of board: Int, from neighbour: Neighbour?, at now: Instant
    ) throws(Rejection) {
        if decision.awaitsConfirmation,
            newcomers.unconfirmedCount(from: neighbour, on: tip) >= Self.unconfirmedOfNeighbourMax
        {
            throw Rejection(.conflict, "Too many from here wait to be confirmed; ask the host")
        }
        try demandPatience(newcomers.join(from: neighbour, at: now, under: limits))
        guard decision.awaitsConfirmation else { return }
        newcomers.note(unconfirmed: decision.subject, of: board, from: neighbour)
    }

    /// What a newcomer is told whose request was rejected. From one address so many are told why;
    /// beyond that they are asked to wait.
    private mutating func slowedDown(
        _ rejection: Rejection, from neighbour: Neighbour?, at now: Instant
    ) -> Rejection {
        guard rejection.code != .rateLimited,
            let wait = newcomers.refuse(from: neighbour, at: now, under: limits)
        else { return rejection }
        return Self.tooMuch(retryInMilliseconds: wait)
    }

    private static func tooMuch(retryInMilliseconds wait: Int) -> Rejection {
        Rejection(
            .rateLimited, "Too much at once; it can be tried again in a moment",
            retryInMilliseconds: wait)
    }

    /// - Parameter wait: the milliseconds after which it may happen; `nil` when it may now.
    private func demandPatience(_ wait: Int?) throws(Rejection) {
        if let wait { throw Self.tooMuch(retryInMilliseconds: wait) }
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

    private func boardIndex(
        for mutation: Mutation, isOfHub: Bool
    ) throws(Rejection) -> Int {
        let name = mutation.action.prefix { $0 != "." }
        guard let index = boardIndex(named: String(name)),
            tip[index].actions.contains(mutation.action),
            isOfHub || !tip[index].hubActions.contains(mutation.action)
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
        _ waiting: PendingEvent.Waiting, to principal: Principal, fingerprint: [UInt8]
    ) throws(Rejection) -> Bool {
        let id = waiting.mutationID
        if let rev = pendingRevs[id] {
            let position = pending.startIndex + (rev - (pending.first?.event.rev ?? rev))
            let known = pending[position]
            try demandSame(fingerprint, as: known.fingerprint, known.event, by: principal)
            var waiting = waiting
            waiting.isReplayed = true
            pending[position].waiting.append(waiting)
            return true
        }
        guard let recalled = try recall(id) else { return false }
        try demandSame(fingerprint, as: recalled.fingerprint, recalled.event, by: principal)
        actions.append(.send(waiting.client, ack(of: recalled.event, isReplayed: true)))
        return true
    }

    /// A newcomer, who may be anybody, gets no answer that was another's: there is a party's ticket
    /// in it.
    private func demandSame(
        _ fingerprint: [UInt8], as known: [UInt8]?, _ event: Event, by principal: Principal
    ) throws(Rejection) {
        guard fingerprint == known, !principal.isNewcomer || event.isByNewcomer else {
            throw Self.idReused
        }
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
