import BoardKit
import JSON
import Sync
import WaitlistBoard

/// How long parties stay, by size: up to 10 pairs of a size and minutes, with rising sizes.
struct UsualStay: StoredValue, Equatable {
    private struct Step: Equatable {
        let size: Int
        let minutes: Int
    }

    private static let countMax = 10
    static let schema = Schema(
        .list(
            of: .record(
                .always("size", PartySize.schema), .always("minutes", StayMinutes.schema)),
            countMin: 1, countMax: countMax))

    static let usual = UsualStay(
        steps: [
            Step(size: 2, minutes: 90), Step(size: 6, minutes: 120),
            Step(size: PartySize.peopleMax, minutes: 150),
        ])

    private let steps: [Step]

    private init(steps: [Step]) { self.steps = steps }

    init(_ argument: JSON) throws(Reason) {
        let steps = argument.elements?.compactMap(Self.step) ?? []
        guard (1...Self.countMax).contains(steps.count), steps.count == argument.elements?.count,
            zip(steps, steps.dropFirst()).allSatisfy({ $0.size < $1.size })
        else { throw Reason(.badStay, ["max": JSON(Self.countMax)]) }
        self.init(steps: steps)
    }

    private static func step(_ json: JSON) -> Step? {
        guard let members = json.members,
            members.keys.allSatisfy({ $0 == "size" || $0 == "minutes" }),
            let size = members["size"].flatMap({ try? PartySize($0) }),
            let minutes = members["minutes"].flatMap({ try? StayMinutes($0) })
        else { return nil }
        return Step(size: size.people, minutes: minutes.value)
    }

    var stored: JSON {
        .array(steps.map { ["size": JSON($0.size), "minutes": JSON($0.minutes)] })
    }

    /// How long a party stays: as long as those of the next size that is listed. Larger parties stay
    /// as long as the largest one.
    func minutes(forSize size: Int) -> Int {
        (steps.first { $0.size >= size } ?? steps.last)?.minutes ?? StayMinutes.range.lowerBound
    }
}

/// How long a party stays, in minutes.
struct StayMinutes: BoundedInteger {
    static let range = 15...480

    let value: Int
}

/// After how many minutes a reservation that has not arrived is late.
struct LateMinutes: BoundedInteger {
    static let usual = 15
    static let range = 1...120

    let value: Int
}

/// What the waiting list says of the party that has come with a reservation.
struct Visit: Sendable, Equatable {
    /// The party's id: `p_8x`.
    private(set) var party: String
    private(set) var status: ReservationStatus
    private(set) var arrivedAt: Instant
    private(set) var seatedAt: Instant?
    /// When the party left without having been seated.
    private(set) var leftAt: Instant?

    /// Follows the party.
    ///
    /// - Parameter instant: when the party left, if it did.
    mutating func become(_ status: PartyStatus, at instant: Instant?) {
        seatedAt = nil
        leftAt = nil
        switch status {
        case .pending, .waiting, .ready: self.status = .arrived
        case .seated:
            self.status = .seated
            seatedAt = instant
        case .noShow:
            self.status = .noShow
            leftAt = instant
        case .cancelled:
            self.status = .cancelled
            leftAt = instant
        }
    }
}

extension Visit {
    /// - Parameter state: everything about the party, as an event of the waiting list tells it.
    init(party: String, _ state: Party) {
        self.init(party: party, status: .arrived, arrivedAt: state.arrivedAt)
        become(state.status, at: state.leftAt)
    }
}

extension Visit: SavedFields {
    static let blank = Visit(party: "", status: .arrived, arrivedAt: Instant(milliseconds: 0))

    mutating func visit(_ fields: inout StateFields, _ old: Self) throws(StateError) {
        try fields(&party, old.party)
        try fields(&status, old.status)
        try fields(&arrivedAt, old.arrivedAt)
        try fields(&seatedAt, old.seatedAt)
        try fields(&leftAt, old.leftAt)
    }
}
