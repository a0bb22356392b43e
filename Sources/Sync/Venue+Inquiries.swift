/// Mutations that need a look-up before they are decided.
extension Venue {
    /// Returns the look-up that a mutation of a board needs; `nil` if it needs none.
    ///
    /// - Parameter isPending: whether the mutation has a pending event.
    func inquiry(for mutation: Mutation, of index: Int, isPending: Bool) -> Inquiry? {
        let inquiry = Inquiry(
            mutationID: mutation.id,
            recalls: !isPending && mutationIDFilter.mayContain(mutation.id),
            device: tip[index].device(neededFor: mutation))
        return inquiry.recalls || inquiry.device != nil ? inquiry : nil
    }

    /// Returns the answer to an inquiry, or `nil` if the inquiry has to be made.
    ///
    /// - Parameter known: an earlier inquiry, and its answer.
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
        edge.holdMessages(of: mutation.client)
        if isFirst { actions.append(.inquire(inquiry)) }
    }

    /// Decides the mutations that waited for an inquiry, and then handles their senders' later
    /// messages.
    public mutating func answered(
        _ inquiry: Inquiry, _ answer: InquiryAnswer, at now: Instant
    ) -> [Action] {
        guard let waiting = held.removeValue(forKey: inquiry.mutationID) else { return [] }
        for held in waiting {
            edge.releaseMessages(of: held.client)
            decide(
                held.mutation, of: held.client, by: held.principal, from: held.network, at: now,
                isFromHub: held.isFromHub, knowing: (inquiry, answer))
            if edge.clients[held.client]?.isHeld == false { resume(held.client, at: now) }
        }
        return takeActions()
    }
}
