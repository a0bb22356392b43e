/// Mutations that need a look-up before they are decided.
extension Venue {
    private static let queuePauseMilliseconds = 100

    /// Decides a mutation of a connected client after all of its earlier ones.
    mutating func decideInOrder(_ mutation: Mutation, of id: ClientID, at now: Instant) {
        guard let client = clients[id] else { return }
        guard client.hasHeldMutation else {
            return decide(mutation, of: id, by: client.principal, at: now)
        }
        if clients[id]?.queue(mutation) == false {
            let rejection = Self.tooMuch(retryInMilliseconds: Self.queuePauseMilliseconds)
            actions.append(.send(id, .reject(id: mutation.id, rejection)))
        }
    }

    /// The look-up that a mutation needs; `nil` if it needs none.
    func inquiry(for mutation: Mutation, to board: any Board) -> Inquiry? {
        let inquiry = Inquiry(
            mutationID: mutation.id,
            recalls: pendingRevs[mutation.id] == nil && mutationIDFilter.mayContain(mutation.id),
            device: board.device(neededFor: mutation))
        return inquiry.recalls || inquiry.device != nil ? inquiry : nil
    }

    /// The answer to an inquiry; `nil` if the inquiry has to be made.
    ///
    /// - Parameter known: an inquiry that was made, and its answer.
    func answer(
        to inquiry: Inquiry?, knowing known: (inquiry: Inquiry, answer: InquiryAnswer)?
    ) -> InquiryAnswer? {
        guard let inquiry else { return .success(nil) }
        if let known, inquiry.isCovered(by: known.inquiry) { return known.answer }
        guard let recall = dependencies.recall else { return nil }
        return inquiry.recalls
            ? InquiryAnswer { try recall(inquiry.mutationID) } : .success(nil)
    }

    /// Holds a mutation until its inquiry is answered. Mutations with the same id wait for the same
    /// answer, so that they are decided in the order of their arrival.
    mutating func hold(_ mutation: HeldMutation, for inquiry: Inquiry?) {
        guard let inquiry else { return }
        let isFirst = held[inquiry.mutationID] == nil
        held[inquiry.mutationID, default: []].append(mutation)
        clients[mutation.client]?.hasHeldMutation = true
        if isFirst { actions.append(.inquire(inquiry)) }
    }

    /// Decides the mutations that waited for an inquiry, and then their senders' later mutations.
    public mutating func answered(
        _ inquiry: Inquiry, _ answer: InquiryAnswer, at now: Instant
    ) -> [Action] {
        guard let waiting = held.removeValue(forKey: inquiry.mutationID) else { return [] }
        for held in waiting {
            clients[held.client]?.hasHeldMutation = false
            decide(
                held.mutation, of: held.client, by: held.principal, from: held.network, at: now,
                isFromHub: held.isFromHub, knowing: (inquiry, answer))
            let later = clients[held.client]?.takeLaterMutations() ?? []
            for mutation in later { decideInOrder(mutation, of: held.client, at: now) }
        }
        return takeActions()
    }
}
