public import JSON

extension Venue {
    /// Handles a mutation that did not come as a client's message. The answer is an `ack` or a
    /// `reject` to the given client id.
    ///
    /// - Parameters:
    ///   - network: where it came from, if known.
    ///   - isFromHub: whether the hub itself made the mutation.
    public mutating func mutate(
        _ mutation: Mutation, of id: ClientID, by principal: Principal,
        from network: ClientNetwork? = nil, at now: Instant, isFromHub: Bool = false
    ) -> [Action] {
        decide(mutation, of: id, by: principal, from: network, at: now, isFromHub: isFromHub)
        return takeActions()
    }

    /// Returns the approximate size of a mutation's pending event in bytes; 0 if it has none.
    package func pendingBytes(of mutationID: String) -> Int {
        guard let rev = pending.rev(of: mutationID) else { return 0 }
        return pending[rev].event.data.approximateBytes
    }

    /// Whether the principal's access is still valid, considering everything that is decided.
    public func admits(_ principal: Principal) -> Bool {
        // A closure would copy each board.
        for index in tip.indices where !tip[index].admits(principal) { return false }
        return true
    }

    /// Returns the arguments of a rejected mutation, masked for a role. Unknown arguments, and
    /// values of the wrong type, are masked too: they may contain anything, such as a phone number.
    public func arguments(of mutation: Mutation, maskedFor role: Role) -> JSON {
        var arguments = mutation.arguments
        if role == .owner { return .object(arguments) }
        guard let action = catalogue.actions[mutation.action], isInUse(action.board, among: tip)
        else { return .object(arguments.mapValues { _ in .mask }) }
        let extensions = catalogue.extensions(of: action, among: tip)
        for (name, value) in arguments {
            let declared = action.argument(name, among: extensions)
            if let declared, !declared.isPersonal, declared.schema.hasType(of: value) { continue }
            arguments[name] = .mask
        }
        return tip[action.board].masked(.object(arguments))
    }

    /// Decides a mutation. First the rate of the device is limited. Then problems are reported in
    /// the order of the protocol: `unknown_action`, `forbidden`, the id, and then the board's own
    /// order.
    ///
    /// People who come by the join link share it, and often an address. So their valid requests are
    /// limited only by the number that is accepted.
    ///
    /// - Parameter answered: the inquiry for which the mutation was held, and its answer.
    mutating func decide(
        _ mutation: Mutation, of id: ClientID, by principal: Principal,
        from network: ClientNetwork? = nil, at now: Instant, isFromHub: Bool = false,
        knowing answered: (inquiry: Inquiry, answer: InquiryAnswer)? = nil
    ) {
        recordClockSetBack(at: now)
        // Advance time first: a party that arrives after the day began gets a number of that day.
        advance(to: now)
        let known = catalogue.actions[mutation.action]
        let redacted = redacted(mutation, as: known, of: principal, isFromHub: isFromHub)
        let actor = principal.actor
        do throws(Rejection) {
            if !principal.isByJoinLink, principal.role != .hub, answered == nil {
                try admission.spend(
                    by: principal, of: id,
                    isJournaled: known?.isJournaled != false,
                    isConnected: edge.clients.contains(id), from: network, at: now)
            }
            let action = try usable(known, isFromHub: isFromHub)
            let index = action.board
            workRecord?.note(mutation.action)
            // The sender may still be connected, because its sign-out is decided but not durable.
            guard admits(principal) else {
                throw Rejection(.forbidden, .signedOut)
            }
            guard tip[index].permits(mutation, of: action.declaration, by: principal) else {
                throw Rejection(
                    .forbidden, .notForRole, ["role": .string(principal.role.rawValue)])
            }
            // This precedes the check of the id, because the answer to a repeated id may contain a
            // link.
            if action.declaration.needsConfirmation,
                principal.confirmation?.isGood(at: now) == false
            {
                throw Rejection.pinFirst
            }
            if action.isUndo { try checkUndo(mutation, of: index, by: principal) }
            if !action.isJournaled {
                return try decideInMemory(
                    mutation, of: action, for: id, by: principal, from: network, at: now)
            }
            let pendingRev = pending.rev(of: mutation.id)
            let inquiry = inquiry(for: mutation, of: index, isPending: pendingRev != nil)
            guard let answer = answer(to: inquiry, knowing: answered) else {
                let held = HeldMutation(
                    mutation: mutation, client: id, principal: principal, network: network,
                    isFromHub: isFromHub)
                return hold(held, for: inquiry)
            }
            let recalled = try Self.recalled(answer)
            let fingerprint = fingerprint(of: mutation, sealing: action.sealed)
            let waiting = PendingEvent.Waiting(
                client: id, mutationID: mutation.id, redacted: redacted, actor: actor,
                isReplayed: false)
            let isKnown = try answerAgain(
                waiting, to: principal, fingerprint: fingerprint, pendingRev: pendingRev,
                recalled: recalled)
            if isKnown { return }
            let moment = moment(now)
            var decision = try decision(
                on: mutation, of: action, by: principal, at: moment, among: tip)
            if let report = mutation.effect { decision.carry(report) }
            if principal.isByJoinLink {
                try admission.join(decision, of: index, among: tip, from: network, at: now)
            }
            let causes = action.declaration.causes
            assert(
                causes.isEmpty || causes.contains(decision.kind),
                "\(mutation.action) does not declare that it causes \(decision.kind)")
            append(
                decision, of: index, at: moment, actor: actor, mutationID: mutation.id,
                fingerprint: fingerprint, waiting: [waiting])
            if let subject = principal.subject { admission.countEvent(of: subject) }
        } catch {
            assert(declares(error), "no board declares a reason of \(error)")
            var rejection = error
            if principal.isByJoinLink {
                rejection = admission.slowedDown(error, from: network, at: now)
            }
            let refused = PendingEvent.Waiting(
                client: id, mutationID: mutation.id, redacted: redacted, actor: actor,
                isReplayed: false, rejection: rejection)
            if mutation.isReport, rejection.code != .unavailable, !pending.isEmpty {
                // The state that it was judged by may never become durable.
                pending.appendToLast(refused)
            } else {
                reject(refused, rejection, at: now)
            }
        }
    }

    /// Checks that the principal may cause the event that a mutation would undo. A guest may undo
    /// only what a guest did; the board checks which guest, and events that no action causes.
    private func checkUndo(
        _ mutation: Mutation, of index: Int, by principal: Principal
    ) throws(Rejection) {
        guard let rev = mutation.arguments["rev"]?.integer else { return }
        let declaration = tip[index].declaration
        let event = eventKinds[rev].flatMap { $0.kind.board == declaration.name ? $0 : nil }
        if event?.kind.name == BoardSettings.eventKind {
            throw Rejection(.conflict, .settingsStay)
        }
        let actions = event.map { declaration.actions(causing: $0.kind.name) } ?? []
        let isPermitted =
            if principal.role == .guest {
                event?.isByGuest == true
                    && actions.contains {
                        $0.guests != .none && tip[index].isOpen($0, to: principal)
                    }
            } else {
                actions.isEmpty || actions.contains { $0.roles.contains(principal.role) }
            }
        guard isPermitted else {
            throw Rejection(
                .forbidden, .notForRole, ["role": .string(principal.role.rawValue)])
        }
    }

    mutating func reject(_ waiting: PendingEvent.Waiting, _ rejection: Rejection, at now: Instant) {
        actions.append(.send(waiting.client, .reject(id: waiting.mutationID, rejection)))
        actions.append(.rejected(waiting.redacted, rejection, actor: waiting.actor, at: now))
    }

    /// Returns the decision of the action's board, with the additions of other boards.
    func decision(
        on mutation: Mutation, of action: KnownAction, by principal: Principal, at moment: Moment,
        among boards: [any Board]
    ) throws(Rejection) -> Decision {
        let states = BoardStates(boards)
        let extensions = catalogue.extensions(of: action, among: tip)
        var decision = try boards[action.board].judgeOwn(
            mutation.without(extensions), by: principal, at: moment, among: states)
        if !action.sealed.isEmpty { decision.seal(action.sealed, of: mutation) }
        var extras: [String: JSON] = [:]
        for added in extensions {
            let kept = try boards[added.board].judge(
                mutation, decision, by: principal, at: moment, among: states)
            extras.merge(kept) { first, _ in first }
        }
        guard !extras.isEmpty, var data = decision.data.members else { return decision }
        data[Event.extrasMember] = .object(extras)
        decision.data = .object(data)
        return decision
    }

    /// Returns a mutation as followers of events may see it.
    private func redacted(
        _ mutation: Mutation, as known: KnownAction?, of principal: Principal, isFromHub: Bool
    ) -> Mutation {
        var redacted = mutation
        // The hub's own arguments may be secret.
        if isFromHub {
            redacted.arguments = [:]
            redacted.connector = nil
        }
        redacted.reference = nil
        for name in known?.secrets ?? catalogue.secretArguments { redacted.arguments[name] = nil }
        if principal.isByJoinLink {
            // Anybody who repeats the id with the join link, which is public, would get the ticket.
            redacted.id = ""
            // An argument that is not open to them may contain anything.
            for name in redacted.arguments.keys
            where known?.argument(name)?.isGiven(byJoinLink: true) != true {
                redacted.arguments[name] = .mask
            }
        }
        return redacted
    }

    /// Records an event that no action requests, such as that of an importer.
    ///
    /// Importers may block, so the venue must have the dependency `recall`.
    ///
    /// - Parameter mutationID: ensures that it happens only once, as for a mutation.
    /// - Returns: the event; `nil` if the id is known.
    public mutating func record<B: Board>(
        mutationID: String, actor: Actor, at now: Instant, to type: B.Type,
        _ decide: (B, Moment) throws(Rejection) -> Decision
    ) throws(Rejection) -> (event: Event?, actions: [Action]) {
        guard let index = tip.firstIndex(where: { $0 is B }), memory[index] == nil,
            let board = tip[index] as? B
        else {
            throw Rejection(.unknownAction)
        }
        if pending.rev(of: mutationID) != nil { return (nil, []) }
        if mutationIDFilter.mayContain(mutationID) {
            let inquiry = Inquiry(mutationID: mutationID, recalls: true)
            guard let answer = answer(to: inquiry, knowing: nil) else {
                preconditionFailure("an importer's venue needs the dependency recall")
            }
            if try Self.recalled(answer) != nil { return (nil, []) }
        }
        advance(to: now)
        let moment = moment(now)
        let decision = try decide(board, moment)
        append(
            decision, of: index, at: moment, actor: actor, mutationID: mutationID,
            fingerprint: dependencies.digest(Array(mutationID.utf8)), waiting: [])
        return (pending.last, takeActions())
    }

    private func usable(
        _ action: KnownAction?, isFromHub: Bool
    ) throws(Rejection) -> KnownAction {
        guard let action, catalogue.isInUse(action.board, among: tip),
            isFromHub || !action.declaration.isHubOnly
        else { throw Rejection(.unknownAction, .noAction) }
        return action
    }

    /// Returns a digest of a mutation's action and arguments, which identifies the request. For a
    /// sealed argument it covers only whether it is set: the journal stores the fingerprint, and a
    /// short password could be guessed from it.
    func fingerprint(of mutation: Mutation, sealing names: Set<String>) -> [UInt8] {
        var arguments = mutation.arguments
        for name in names { arguments[name] = arguments[name].map { .bool(!$0.isNull) } }
        let asked: JSON = [.string(mutation.action), .object(arguments)]
        return dependencies.digest(asked.canonical)
    }

    static func recalled(
        _ answer: InquiryAnswer
    ) throws(Rejection) -> RecordedMutation? {
        do {
            return try answer.get()
        } catch {
            throw Rejection(.unavailable, .journalUnreadable)
        }
    }

    /// Repeats the first answer if the id is known.
    ///
    /// - Parameters:
    ///   - pendingRev: the revision of the mutation's pending event, if it has one.
    ///   - recalled: the mutation's event in the journal, if it has one.
    /// - Returns: whether the id is known.
    private mutating func answerAgain(
        _ waiting: PendingEvent.Waiting, to principal: Principal, fingerprint: [UInt8],
        pendingRev: Int?, recalled: RecordedMutation?
    ) throws(Rejection) -> Bool {
        if let rev = pendingRev {
            let known = pending[rev]
            try requireSame(fingerprint, as: known.fingerprint, known.event, by: principal)
            var waiting = waiting
            waiting.isReplayed = true
            pending[rev].waiting.append(waiting)
            return true
        }
        guard let recalled else { return false }
        try requireSame(fingerprint, as: recalled.fingerprint, recalled.event, by: principal)
        actions.append(.send(waiting.client, ack(of: recalled.event, isReplayed: true)))
        return true
    }

    /// Checks that a repeated id comes with the same request. People who come by the join link may
    /// be anybody, so they never get the answer to another's mutation: it may contain a ticket.
    private func requireSame(
        _ fingerprint: [UInt8], as known: [UInt8]?, _ event: Event, by principal: Principal
    ) throws(Rejection) {
        guard fingerprint == known, !principal.isByJoinLink || event.actor.isJoinLink else {
            throw Self.idReused
        }
    }

    static let idReused = Rejection(.idReused, .idReused)

    func ack(of event: Event, isReplayed: Bool) -> ServerMessage {
        let result = catalogue.index(of: event.board).flatMap { shown[$0].result(of: event) }
        return .ack(
            ServerMessage.Ack(
                id: event.mutationID ?? "", rev: event.rev, result: result,
                isReplayed: isReplayed))
    }

    func event(
        of decision: Decision, of index: Int, at moment: Moment, actor: Actor, mutationID: String?
    ) -> Event {
        Event(
            rev: moment.rev, at: moment.now, board: tip[index].name, kind: decision.kind,
            subject: decision.subject, data: decision.data, actor: actor, mutationID: mutationID)
    }

    mutating func append(
        _ decision: Decision, of index: Int, at moment: Moment, actor: Actor,
        mutationID: String?, fingerprint: [UInt8]?, waiting: [PendingEvent.Waiting]
    ) {
        let event = event(
            of: decision, of: index, at: moment, actor: actor, mutationID: mutationID)
        let observers = catalogue.observers(of: event)
        for observer in observers { _ = tip.observe(event, by: observer) }
        tip.take(decision.reference?.content, of: event)
        tipRev = event.rev
        eventKinds.append(event)
        if event.beginsServiceDay { admission.beginServiceDay() }
        lastEventAt = event.at
        pending.append(
            PendingEvent(
                event: event, fingerprint: fingerprint, access: decision.access,
                content: decision.reference?.content, observers: observers, waiting: waiting))
        let isFirst = journalQueue.append(
            JournalEntry(
                event: event, fingerprint: fingerprint, access: decision.access,
                effects: decision.effects + effects(of: event), effectChange: decision.effectChange,
                secrets: decision.secrets, reference: decision.reference))
        if isFirst { actions.append(.write) }
    }

    /// The effects of an event, by the boards in use.
    private func effects(of event: Event) -> [Effect] {
        // A closure would copy the venue.
        var effects: [Effect] = []
        for index in tip.indices {
            let found = tip[index].effects(of: event)
            if !found.isEmpty, isInUse(index, among: tip) { effects += found }
        }
        return effects
    }
}
