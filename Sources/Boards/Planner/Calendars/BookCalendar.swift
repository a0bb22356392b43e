import BoardKit
import JSON
import Sync

/// A named, coloured list of events, as its events have made it.
struct BookCalendar: Sendable, Equatable {
    var name: String
    var color: CalendarColor
    /// What televisions show of it.
    var display = CalendarDisplay.off

    /// One of the calendars that always exist, before anybody has changed it.
    static func initial(_ id: CalendarID, in language: Language) -> BookCalendar? {
        switch id {
        case .main: BookCalendar(name: language.house, color: .blue)
        case .reservations: BookCalendar(name: language.reservations, color: .green)
        default: nil
        }
    }
}

extension Language {
    /// What a house calls itself.
    fileprivate var house: String {
        switch self {
        case .english: "House"
        case .german: "Haus"
        case .french: "Maison"
        case .spanish, .italian: "Casa"
        }
    }

    fileprivate var reservations: String {
        switch self {
        case .english: "Reservations"
        case .german: "Reservierungen"
        case .french: "Réservations"
        case .spanish: "Reservas"
        case .italian: "Prenotazioni"
        }
    }
}

extension Planner {
    /// The calendar, if it exists.
    func calendar(_ id: CalendarID) -> BookCalendar? {
        calendars[id] ?? initialCalendar(id)
    }

    /// One of the calendars that always exist, before anybody has changed it. It is named in the
    /// house's own language.
    func initialCalendar(_ id: CalendarID) -> BookCalendar? {
        .initial(id, in: house.languages.first ?? .english)
    }

    /// The first colour that no calendar has; once all have been taken, one that few have.
    var freeColor: CalendarColor {
        let taken = calendarIDs.compactMap { calendar($0)?.color }
        let counts = CalendarColor.ofNew.map { color in taken.count { $0 == color } }
        let least = counts.indices.min { counts[$0] < counts[$1] } ?? 0
        return CalendarColor.ofNew[least]
    }

    /// A name that no calendar has: the given one, or else that with a number.
    func freeName(_ name: String) -> String {
        let taken = Set(calendarIDs.compactMap { calendar($0)?.name })
        var free = name
        var number = 2
        while taken.contains(free) {
            free = "\(name.prefix(CalendarName.charactersMax - 5)) (\(number))"
            number += 1
        }
        return free
    }

    /// The ids of the calendars that exist, in the order in which they were made.
    var calendarIDs: [CalendarID] { shelves.filter { !$0.value.isRemoved }.keys.sorted() }
}

extension BookCalendar {
    /// The fields of a calendar that people enter, in the order in which problems
    /// are reported.
    static let fields = [
        FieldDeclaration("name", CalendarName.self, "As people read it", isRequired: true),
        FieldDeclaration("color", CalendarColor.self, "The colour of its events", isRequired: true),
        FieldDeclaration("display", CalendarDisplay.self, "What televisions show of it"),
    ]
}

extension BookCalendar: FieldState {
    static let blank = BookCalendar(name: "", color: .red)

    mutating func visit(_ fields: inout StateFields, _ old: Self) throws(StateError) {
        try fields("name", &name, old.name)
        try fields("color", &color, old.color)
        try fields("display", &display, old.display)
    }
}

enum CalendarColor: String, Sendable, CaseIterable, StoredValue, SavedCase {
    case red
    case orange
    case yellow
    case green
    case teal
    case blue
    case purple
    case grey

    /// Those first that are least like the calendars that always exist.
    static let ofNew: [CalendarColor] = [
        .orange, .purple, .red, .yellow, .teal, .grey, .blue, .green,
    ]
}

/// What televisions show of a calendar.
enum CalendarDisplay: String, Sendable, CaseIterable, StoredValue, SavedCase {
    case off
    /// Times and colour.
    case busy
    /// Titles too, except those of private events.
    case title

    static var ofMissing: CalendarDisplay? { .off }
}

/// A calendar's name: as a party's.
struct CalendarName: NameText {
    let text: String
}
