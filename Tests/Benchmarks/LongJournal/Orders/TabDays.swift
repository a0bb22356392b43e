import ArgumentParser
import JSON
import Sync

/// Consecutive days of a venue that takes orders: tabs are opened, cooked for, paid and closed.
struct TabDays {
    private(set) var tabCount = 0
    private var played: PlayedVenue
    private var dishes: [String] = []
    private var now: Instant
    private var midnight: Instant

    private static let tabsPerDay = 300
    private static let linesPerTab = 8
    private static let dishCount = 120
    private static let dayMilliseconds: Int64 = 86_400_000
    /// The time between two steps. The last of a day's tabs is closed before the next day.
    private static let stepMilliseconds: Int64 = 8_000

    /// - Parameter beginning: the midnight before the first day.
    init(_ record: VenueRecord, from beginning: Instant) throws {
        played = PlayedVenue(record)
        midnight = beginning
        now = beginning.adding(milliseconds: Self.dayMilliseconds / 4)
        let section = try perform("add_section", ["name": "Everything"]).subject
        for number in 1...Self.dishCount {
            let dish: [String: JSON] = [
                "section": .string(section), "name": .string("Dish \(number)"),
                "price": JSON(300 + number * 10),
            ]
            dishes.append(try perform("add_dish", dish).subject)
        }
    }

    var rev: Int { played.venue.rev }

    mutating func nextDay() throws -> [JournalEntry] {
        now = midnight.adding(milliseconds: Self.dayMilliseconds / 2)
        for _ in 0..<Self.tabsPerDay { try playTab() }
        midnight = midnight.adding(milliseconds: Self.dayMilliseconds)
        return played.takeEntries()
    }

    private mutating func playTab() throws {
        tabCount += 1
        let tab: JSON = .string(
            try perform("open", ["kind": "table", "table": .string("T\(tabCount % 60)")]).subject)
        var lines: [JSON] = []
        for number in 0..<Self.linesPerTab {
            let dish = dishes[(tabCount * 7 + number) % dishes.count]
            var arguments: [String: JSON] = ["tab": tab, "dish": .string(dish)]
            // Some guests have a wish.
            if number == 0 { arguments["notes"] = "Without onions, please" }
            lines.append(try perform("add", arguments).data["line"] ?? .null)
        }
        _ = try perform("place", ["tab": tab])
        for step in ["cook", "done", "serve"] { _ = try perform(step, ["lines": .array(lines)]) }
        _ = try perform("pay", ["tab": tab, "method": "card", "lines": .array(lines)])
        _ = try perform("close", ["tab": tab])
    }

    private mutating func perform(_ verb: String, _ arguments: [String: JSON]) throws -> Event {
        now = now.adding(milliseconds: Self.stepMilliseconds)
        guard let event = played.mutate("orders.\(verb)", arguments, at: now) else {
            throw ValidationError("The venue refused \(verb).")
        }
        return event
    }
}
