import BoardKit
import JSON
import Sync
import WaitlistBoard

typealias WaitlistBench = BoardBench<Waitlist>

extension BoardBench where B == Waitlist {
    init(
        labels: LabelPrivacy = .firstInitial, timeZone: String = "Europe/Rome",
        at now: Instant = Instant(milliseconds: 1_795_197_600_000)
    ) {
        let venue = VenueRecord.ofTests(timeZone: timeZone, labels: labels, createdAt: now)
        self.init(Waitlist(venue: venue, ticket: { "ticket of \($0)" }), at: now)
    }

    mutating func beginDay() {
        apply(
            Event(
                rev: rev + 1, at: now, board: "house", kind: "day_began", subject: "day", data: [:],
                actor: .clock, mutationID: nil))
        now = now.adding(milliseconds: 1000)
    }

    /// - Returns: The party's id.
    @discardableResult
    mutating func add(_ name: String, _ size: Int = 2) throws(Rejection) -> String {
        try ask("waitlist.add", ["name": .string(name), "size": JSON(size)]).subject
    }

    /// Adds a party that uses the join link.
    @discardableResult
    mutating func addPending(_ name: String, _ size: Int = 2) throws(Rejection) -> String {
        var decision = try decide("waitlist.add", ["name": .string(name), "size": JSON(size)])
        var data = decision.data.members ?? [:]
        data["status"] = "pending"
        decision.data = .object(data)
        return carryOut(decision).subject
    }

    @discardableResult
    mutating func ask(_ verb: String, party: String) throws(Rejection) -> Event {
        try ask("waitlist.\(verb)", ["party": .string(party)])
    }

    func hostRow(_ party: String, in member: String = "parties") -> JSON? {
        documents["waitlist/host"]?[member]?[party]
    }

    func displayRow(_ party: String) -> JSON? {
        documents["waitlist/display"]?["parties"]?[party]
    }

    func guestView(_ party: String) -> PersonalDocument? {
        board.personalDocument(view: "waitlist/guest", subject: .party(party))
    }

    /// The names of the parties in line in the host's view, in the order of their ranks.
    var order: [String] {
        let rows = documents["waitlist/host"]?["parties"]?.members?.values.map { $0 } ?? []
        return
            rows
            .sorted { one, other in
                (one["rank"]?.text ?? "").utf8.lexicographicallyPrecedes(
                    (other["rank"]?.text ?? "").utf8)
            }
            .map { $0["name"]?.text ?? "" }
    }

    func status(_ party: String) -> String? {
        (hostRow(party) ?? hostRow(party, in: "gone"))?["status"]?.text
    }
}
