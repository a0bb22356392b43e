import BoardKit
import JSON
import Sync
import WaitlistBoard

/// The usual length of a stay by party size: up to 10 pairs of a size and minutes, with rising
/// sizes.
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

    /// Returns the minutes of the smallest listed size that is not below the party's. Larger
    /// parties have those of the largest size.
    func minutes(forSize size: Int) -> Int {
        (steps.first { $0.size >= size } ?? steps.last)?.minutes ?? StayMinutes.range.lowerBound
    }
}

/// The length of a stay, in minutes.
typealias StayMinutes = WholeNumber<15, 480>

/// The minutes after which a reservation that has not arrived is late.
struct LateMinutes: BoundedInteger {
    static let usual = 15
    static let range = 1...120

    let value: Int
}
