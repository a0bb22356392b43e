/// Limits the requests of devices, guests and people with the join link to a venue.
struct Admission: Sendable {
    private let limits: VenueLimits
    private var devices = RateUses<String>()
    private var guests = GuestUses()
    private var joinLink = JoinLinkUsage()

    init(limits: VenueLimits) { self.limits = limits }

    /// Counts a request by a device or by a guest with a ticket.
    ///
    /// - Parameters:
    ///   - isJournaled: whether the request concerns a board that the journal keeps. Boards in
    ///     memory have their own limits for guests.
    ///   - isConnected: whether the client is a connection rather than one request.
    ///   - network: the network that a request came from.
    mutating func spend(
        by principal: Principal, of client: ClientID, isJournaled: Bool, isConnected: Bool,
        from network: ClientNetwork?, at now: Instant
    ) throws(Rejection) {
        try rejectIfLimited(devices.spend(limits.mutations, by: principal.device, at: now))
        guard isJournaled, let subject = principal.subject else { return }
        try rejectIfLimited(
            guests.spend(
                limits, by: subject, client, isConnected: isConnected, from: network, at: now))
    }

    /// Counts an event that a guest has caused.
    mutating func countEvent(of subject: Subject) { guests.countEvent(of: subject) }

    mutating func beginServiceDay() { guests.beginDay() }

    /// Counts an accepted request by the join link. Unconfirmed items are counted in the board's
    /// state, so their number survives a restart. Networks are deliberately not stored, so their
    /// counts start anew.
    ///
    /// - Parameter board: the index of the decision's board.
    mutating func join(
        _ decision: Decision, of board: Int, among boards: [any Board],
        from network: ClientNetwork?, at now: Instant
    ) throws(Rejection) {
        if decision.awaitsConfirmation {
            guard boards[board].unconfirmedCount < limits.unconfirmed else {
                throw Rejection(.conflict, .tooManyUnconfirmed)
            }
            guard
                joinLink.unconfirmedCount(from: network, on: boards) < limits.unconfirmedPerNetwork
            else { throw Rejection(.conflict, .tooManyUnconfirmedHere) }
        }
        try rejectIfLimited(joinLink.join(from: network, at: now, under: limits))
        guard decision.awaitsConfirmation else { return }
        joinLink.note(unconfirmed: decision.subject, of: board, from: network)
    }

    /// Returns the rejection of a request by the join link. Each network is told the reason a
    /// limited number of times; after that it is told to wait.
    mutating func slowedDown(
        _ rejection: Rejection, from network: ClientNetwork?, at now: Instant
    ) -> Rejection {
        guard rejection.code != .rateLimited,
            let wait = joinLink.refuse(from: network, at: now, under: limits)
        else { return rejection }
        return .tooMuch(retryInMilliseconds: wait)
    }

    /// - Parameter wait: the number of milliseconds to wait; `nil` for none.
    private func rejectIfLimited(_ wait: Int?) throws(Rejection) {
        if let wait { throw .tooMuch(retryInMilliseconds: wait) }
    }
}

extension Rejection {
    static func tooMuch(retryInMilliseconds wait: Int) -> Rejection {
        Rejection(.rateLimited, because: Reason(.tooFast), retryInMilliseconds: wait)
    }
}
