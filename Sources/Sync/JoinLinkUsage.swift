/// Limits requests by the venue's join link. Everybody has the same link, so people are
/// distinguished by their network.
struct JoinLinkUsage: Sendable {
    /// An accepted item that may still need confirmation.
    private struct Unconfirmed {
        var network: ClientNetwork?
        /// The index of its board.
        var board: Int
        var subject: String
    }

    /// The accepted joins of all networks together.
    private var joins = RateUse()
    private var networkJoins = RateUses<ClientNetwork?>()
    private var refusals = RateUses<ClientNetwork?>()
    /// In memory only: the journal does not store where anybody came from.
    private var unconfirmed: [Unconfirmed] = []

    /// Counts an accepted request.
    ///
    /// - Returns: `nil` if it may be accepted. Otherwise nothing was counted, and the result is the
    ///   number of milliseconds to wait.
    mutating func join(
        from network: ClientNetwork?, at now: Instant, under limits: VenueLimits
    ) -> Int? {
        var all = joins
        if let wait = all.spend(limits.joins, at: now) { return wait }
        let limit = limits.joinsPerNetwork
        if let wait = networkJoins.spend(limit, by: network, at: now) { return wait }
        joins = all
        return nil
    }

    /// Counts a rejected request.
    ///
    /// - Returns: `nil` if the reason may be given, otherwise the number of milliseconds to wait.
    mutating func refuse(
        from network: ClientNetwork?, at now: Instant, under limits: VenueLimits
    ) -> Int? {
        refusals.spend(limits.mutations, by: network, at: now)
    }

    mutating func note(unconfirmed subject: String, of board: Int, from network: ClientNetwork?) {
        unconfirmed.append(Unconfirmed(network: network, board: board, subject: subject))
    }

    /// Returns the number of unconfirmed items from this network. Forgets items that no longer
    /// wait.
    mutating func unconfirmedCount(from network: ClientNetwork?, on boards: [any Board]) -> Int {
        unconfirmed.removeAll { !boards[$0.board].awaitsConfirmation($0.subject) }
        return unconfirmed.count { $0.network == network }
    }
}
