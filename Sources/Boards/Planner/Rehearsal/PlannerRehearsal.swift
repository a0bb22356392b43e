import ICalendar
import JSON

/// The planner's evening: a calendar of its own with a week's events, and tonight's reservations,
/// which are booked, changed, cancelled or missed, or whose guests arrive and are seated.
///
/// While it plays, televisions show reservations, whatever the owner has chosen.
struct PlannerRehearsal: Equatable {
    struct Step: Sendable, Equatable {
        /// Seconds since the midnight before the evening.
        var second: Int
        var act: Act
    }

    /// What is done. Events and bookings have numbers in the plan, from 0.
    enum Act: Sendable, Equatable {
        case addCalendar
        case add(event: Int)
        /// The live music begins later.
        case delayMusic
        case showReservations
        /// Takes back that reservations are shown.
        case hideReservations
        case reserve(Int)
        case grow(Int)
        case cancel(Int)
        case miss(Int)
        case arrive(Int)
        case seat(Int)
    }

    struct Booking: Sendable, Equatable {
        var name: String
        var size: Int
        /// A number that is reserved for fiction.
        var phone: String
        /// Seconds since the midnight before the evening.
        var second: Int
    }

    let steps: [Step]
    private(set) var bookings: [Booking]
    /// The service day; `nil` if it is not known.
    private let today: CivilDate?
    private var calendar: String?
    private var events: [Int: String] = [:]
    private var reservations: [Int: String] = [:]
    private var parties: [Int: String] = [:]
    private var shownRev: Int?
    private var expected: Set<Int> = []
    private var arrivedCount = 0

    private static let music = 0

    private func event(_ number: Int) -> [String: JSON] {
        switch number {
        case Self.music: ["title": "Live music", "start": time(72_000), "minutes": 120]
        case 1:
            [
                "title": "Team briefing", "start": time(59_400), "minutes": 20,
                "repeat": "FREQ=DAILY;COUNT=7",
            ]
        case 2:
            ["title": "Wine delivery", "location": "Cellar", "start": time(57_600), "minutes": 30]
        case 3: ["title": "Wine tasting", "start": time(2 * 86_400 + 64_800), "minutes": 120]
        default:
            [
                "title": "Terrace is being painted", "free": true, "days": 2,
                "date": today.map { .string($0.adding(days: 1).text) } ?? .null,
            ]
        }
    }

    private static let eventCount = 5

    /// The local time so many seconds after the midnight before the evening.
    private func time(_ second: Int) -> JSON {
        guard let day = today?.adding(days: second / 86_400) else { return .null }
        let (hour, minute) = (second / 3_600 % 24, second / 60 % 60)
        return .string("\(day.text)T\(Self.twoDigits(hour)):\(Self.twoDigits(minute))")
    }

    private static func twoDigits(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
}

extension PlannerRehearsal: RehearsalPart {
    static let optionHelp: String? =
        "Play the planner too: a week's events, and tonight's reservations. Needs an owner."
    static let needsOwner = true
    static let view: String? = Planner.displayView

    /// Those who arrive are on the waiting list already. Beside about every fourth of them somebody
    /// else comes, with a reservation.
    init(arrivals: [Arrival], document: JSON?, using random: inout SplitMix64) {
        today = document?["date"]?.text.flatMap { CivilDate($0) }
        var steps: [Step] = []
        var bookings: [Booking] = []
        if let first = arrivals.first?.second, let last = arrivals.last?.second, today != nil {
            var second = max(0, first - 1_800)
            let opening: [Act] =
                [.addCalendar] + (0..<Self.eventCount).map { .add(event: $0) } + [.showReservations]
            for act in opening {
                steps.append(Step(second: second, act: act))
                second += 10
            }
            for arrival in arrivals where random.chance(percent: 25) {
                let number = bookings.count
                second += 20
                bookings.append(
                    Booking(
                        name: GuestNames.draw(using: &random), size: min(arrival.size, 98),
                        phone: GuestNames.phone(using: &random),
                        second: max(arrival.second, second) / 900 * 900))
                steps.append(Step(second: second, act: .reserve(number)))
                steps += Self.course(
                    of: number, from: second, at: bookings[number].second, using: &random)
            }
            steps.append(Step(second: (first + last) / 2, act: .delayMusic))
            let end = steps.map(\.second).max() ?? last
            steps.append(Step(second: end + 600, act: .hideReservations))
        }
        self.steps = steps
        self.bookings = bookings
    }

    /// What becomes of a reservation that was made at one second for another.
    private static func course(
        of number: Int, from made: Int, at start: Int, using random: inout SplitMix64
    ) -> [Step] {
        var second = made
        var steps: [Step] = []
        func add(_ act: Act, at earliest: Int) {
            second = max(second + 30, earliest)
            steps.append(Step(second: second, act: act))
        }
        let fate = random.next(below: 100)
        if fate < 25 { add(.grow(number), at: made + 300 + random.next(below: 600)) }
        switch fate {
        case 20..<32: add(.cancel(number), at: start - 1_200 - random.next(below: 1_200))
        case 32..<42: add(.miss(number), at: start + 1_500)
        default:
            add(.arrive(number), at: start - 300 + random.next(below: 900))
            add(.seat(number), at: second + random.next(below: 240))
        }
        return steps
    }

    var seconds: [Int] { steps.map(\.second) }

    var tally: String { "\(expected.count) reservations to come" }

    var counts: [RehearsalCount] {
        [
            RehearsalCount("events", events.count),
            RehearsalCount("reservations", reservations.count),
            RehearsalCount("arrived", arrivedCount),
        ]
    }

    func mutation(at step: Int) -> RehearsalMutation? {
        switch steps[step].act {
        case .addCalendar:
            ask(.addCalendar, ["name": "Rehearsal", "color": "teal", "display": "title"])
        case .add(let number):
            calendar.map { ask(.add, event(number).merging(["calendar": .string($0)]) { $1 }) }
        case .delayMusic:
            events[Self.music].map { ask(.edit, ["event": .string($0), "start": time(73_800)]) }
        case .showReservations:
            ask(.editCalendar, ["calendar": "reservations", "display": "title"])
        case .hideReservations: shownRev.map { ask(.undo, ["rev": JSON($0)]) }
        case .reserve(let number):
            ask(.reserve, guests(number).merging(["start": time(bookings[number].second)]) { $1 })
        case .grow(let number):
            named(number).map {
                ask(.rebook, $0.merging(["size": JSON(bookings[number].size + 1)]) { $1 })
            }
        case .cancel(let number): named(number).map { ask(.cancel, $0) }
        case .miss(let number): named(number).map { ask(.noShow, $0) }
        case .arrive(let number):
            named(number).map {
                RehearsalMutation(
                    WaitlistAction.add.rawValue, $0.merging(guests(number)) { $1 })
            }
        case .seat(let number):
            parties[number].map {
                RehearsalMutation(WaitlistAction.seat.rawValue, ["party": .string($0)])
            }
        }
    }

    private func ask(_ action: PlannerAction, _ arguments: [String: JSON]) -> RehearsalMutation {
        RehearsalMutation(action.rawValue, arguments)
    }

    private func named(_ number: Int) -> [String: JSON]? {
        reservations[number].map { ["reservation": .string($0)] }
    }

    private func guests(_ number: Int) -> [String: JSON] {
        let booking = bookings[number]
        return [
            "name": .string(booking.name), "size": JSON(booking.size),
            "phone": .string(booking.phone),
        ]
    }

    mutating func accepted(_ step: Int, rev: Int, result: JSON?) -> String {
        switch steps[step].act {
        case .addCalendar:
            calendar = result?["calendar"]?.text
            return "the planner gets a calendar"
        case .add(let number):
            events[number] = result?["event"]?.text
            return "the planner gets an event"
        case .delayMusic: return "the music begins later"
        case .showReservations:
            shownRev = rev
            return "televisions show reservations"
        case .hideReservations: return "televisions show what they showed before"
        case .reserve(let number):
            reservations[number] = result?["reservation"]?.text
            expected.insert(number)
            return "a table for \(bookings[number].size) is reserved"
        case .grow(let number):
            bookings[number].size += 1
            return "a reservation is now for \(bookings[number].size)"
        case .cancel(let number):
            expected.remove(number)
            return "a reservation is cancelled"
        case .miss(let number):
            expected.remove(number)
            return "nobody came for a reservation"
        case .arrive(let number):
            expected.remove(number)
            parties[number] = result?["party"]?.text
            arrivedCount += 1
            return "\(bookings[number].size) with a reservation arrive"
        case .seat(let number): return "\(bookings[number].size) with a reservation are seated"
        }
    }

    /// What depends on a rejected step is left out, because its ids are not known.
    mutating func rejected(_ step: Int) {}
}
