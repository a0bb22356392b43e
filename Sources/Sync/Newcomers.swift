/// What newcomers have used up of the limits that they share: they all come with the venue's join
/// link, so that they are told apart by where they come from.
struct Newcomers: Sendable {
    /// One who was taken in and whom the venue may still have to confirm.
    private struct Unconfirmed {
        var neighbour: Neighbour?
        /// The board's place in the venue.
        var board: Int
        var subject: String
    }

    /// Of all together who were taken in.
    private var joins = RateUse()
    private var neighbourJoins = RateUses<Neighbour?>()
    private var refusals = RateUses<Neighbour?>()
    private var unconfirmed: [Unconfirmed] = []

    /// Counts one more who joins.
    ///
    /// - Returns: nil when it may happen; otherwise nothing was counted, and it may after so many
    ///   milliseconds.
    mutating func join(
        from neighbour: Neighbour?, at now: Instant, under limits: VenueLimits
    ) -> Int? {
        var all = joins
        if let wait = all.spend(limits.joins, at: now) { return wait }
        let limit = limits.joinsPerNeighbour
        if let wait = neighbourJoins.spend(limit, by: neighbour, at: now) { return wait }
        joins = all
        return nil
    }

    /// Counts one more whose request was rejected.
    ///
    /// - Returns: nil when it may be told why; otherwise the milliseconds after which it may.
    mutating func refuse(
        from neighbour: Neighbour?, at now: Instant, under limits: VenueLimits
    ) -> Int? {
        refusals.spend(limits.mutations, by: neighbour, at: now)
    }

    mutating func note(unconfirmed subject: String, of board: Int, from neighbour: Neighbour?) {
        unconfirmed.append(Unconfirmed(neighbour: neighbour, board: board, subject: subject))
    }

    /// How many from there wait to be confirmed. Those who do not any more are forgotten.
    mutating func unconfirmedCount(from neighbour: Neighbour?, on boards: [any Board]) -> Int {
        unconfirmed.removeAll { !boards[$0.board].awaitsConfirmation($0.subject) }
        return unconfirmed.count { $0.neighbour == neighbour }
    }
}
