import BoardKit
import HouseBoard
import ICalendar
import JSON
import Sync

/// A limit on the covers that start in each quarter hour of some days and times.
struct PacingRule: Sendable, Equatable {
    /// Codes of the weekdays of service days, such as `MO`. Empty for all days.
    let days: Set<String>
    let from: TimeOfDay?
    /// The end of the rule. A time not after `from` is later in the night.
    let to: TimeOfDay?
    let covers: Int

    private static let coversRange = 1...500

    static let schema = Schema.record(
        .maybe(
            "days",
            Schema(
                .list(
                    of: Schema(.choice(HouseBoard.Weekday.allCases.map(\.rawValue))), countMin: 1,
                    countMax: HouseBoard.Weekday.allCases.count, isUnique: true)),
            "Weekdays of service days; all without it"),
        .maybe("from", TimeOfDay.schema, "From the beginning of the service day without it"),
        .maybe("to", TimeOfDay.schema, "To the end of the service day without it"),
        .always(
            "covers",
            Schema(.integer(min: coversRange.lowerBound, max: coversRange.upperBound))))

    /// Returns `nil` for anything but a rule.
    init?(_ json: JSON) {
        guard let members = json.members,
            members.keys.allSatisfy({ ["days", "from", "to", "covers"].contains($0) }),
            let covers = members["covers"]?.integer, Self.coversRange.contains(covers)
        else { return nil }
        self.covers = covers
        let given = members.filter { !$0.value.isNull }
        if let days = given["days"] {
            guard let codes = days.texts, !codes.isEmpty, Set(codes).count == codes.count,
                codes.allSatisfy({ HouseBoard.Weekday(rawValue: $0) != nil })
            else { return nil }
            self.days = Set(codes)
        } else {
            days = []
        }
        from = TimeOfDay(given["from"]?.text)
        to = TimeOfDay(given["to"]?.text)
        if from == nil, given["from"] != nil { return nil }
        if to == nil, given["to"] != nil { return nil }
    }

    var json: JSON {
        JSON(present: [
            "days": days.isEmpty ? nil : .array(orderedDays.map(JSON.string)),
            "from": from.map { .string($0.text) }, "to": to.map { .string($0.text) },
            "covers": JSON(covers),
        ])
    }

    private var orderedDays: [String] {
        HouseBoard.Weekday.allCases.map(\.rawValue).filter(days.contains)
    }

    func fits(_ quarter: LocalTime, in calendar: ServiceCalendar) -> Bool {
        if !days.isEmpty, !days.contains(calendar.day(of: quarter).weekday.code) { return false }
        let minute = calendar.minutesIntoDay(quarter.secondOfDay)
        let from = from.map { calendar.minutesIntoDay($0.secondOfDay) } ?? 0
        guard let to = to.map({ calendar.minutesIntoDay($0.secondOfDay) }) else {
            return minute >= from
        }
        return to > from ? (from..<to).contains(minute) : minute >= from || minute < to
    }
}

/// The limits of covers: up to 20 rules. The first rule that fits a quarter hour applies.
struct Pacing: StoredValue, Equatable {
    private static let countMax = 20
    static let schema = Schema(.list(of: PacingRule.schema, countMax: countMax))

    private let rules: [PacingRule]

    init(_ argument: JSON) throws(Reason) {
        let rules = argument.elements?.compactMap(PacingRule.init)
        guard let rules, rules.count == argument.elements?.count, rules.count <= Self.countMax
        else { throw Reason(.badPacing, ["max": JSON(Self.countMax)]) }
        self.rules = rules
    }

    static let none = Pacing()

    private init() { rules = [] }

    var stored: JSON { .array(rules.map(\.json)) }

    /// Returns the most covers that may start in a quarter hour, or `nil` without a limit.
    func limit(of quarter: LocalTime, in calendar: ServiceCalendar) -> Int? {
        rules.first { $0.fits(quarter, in: calendar) }?.covers
    }
}

extension TimeOfDay {
    var secondOfDay: Int { (hour * 60 + minute) * 60 }
}
