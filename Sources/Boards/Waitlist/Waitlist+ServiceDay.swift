import JSON
public import Sync

extension Waitlist {
    public func nextDue() -> Instant? { day.dueAt }

    public func decideDue(at moment: Moment) -> Decision? {
        guard let dueAt = day.dueAt, dueAt <= moment.now else { return nil }
        return Decision(kind: PartyEvent.dayBegan.rawValue, subject: "day", data: [:])
    }

    /// Numbers begin at 1 again, and those who left are not shown any longer.
    mutating func beginDay(_ event: Event) -> [RowChange] {
        let gone = day.gone.sorted { $0.rev < $1.rev }
        ledger.record(rev: event.rev)
        day.begin(at: event.at)
        settleGuestViews(at: event.rev)
        return gone.map { hostChange(of: $0.text, in: "gone", to: nil) }
    }
}
