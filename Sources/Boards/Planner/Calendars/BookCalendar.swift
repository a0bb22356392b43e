import BoardKit
import JSON
import Sync

/// A named, coloured list of events.
struct BookCalendar: Sendable, Equatable {
    var name: String
    var color: CalendarColor
    /// The details that the room's screens show.
    var display = CalendarDisplay.off

    /// Returns the initial state of a calendar that always exists.
    static func initial(_ id: CalendarID, in language: Language) -> BookCalendar? {
        switch id {
        case .main: BookCalendar(name: language.house, color: .blue)
        case .reservations: BookCalendar(name: language.reservations, color: .green)
        default: nil
        }
    }
}

extension Language {
    /// The default name of the main calendar.
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
    func calendar(_ id: CalendarID) -> BookCalendar? {
        calendars[id] ?? initialCalendar(id)
    }

    /// Returns the initial state of a calendar that always exists, named in the house's main
    /// language.
    func initialCalendar(_ id: CalendarID) -> BookCalendar? {
        .initial(id, in: house.languages.first ?? .english)
    }

    /// A colour for a new calendar: the first unused one, or else one of the least used.
    var freeColor: CalendarColor {
        let taken = calendarIDs.compactMap { calendar($0)?.color }
        let counts = CalendarColor.ofNew.map { color in taken.count { $0 == color } }
        let least = counts.indices.min { counts[$0] < counts[$1] } ?? 0
        return CalendarColor.ofNew[least]
    }

    /// Returns the name, with a number appended if another calendar already has it.
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

    /// The ids of the existing calendars, in order of creation.
    var calendarIDs: [CalendarID] { shelves.filter { !$0.value.isRemoved }.keys.sorted() }
}

extension BookCalendar {
    /// The fields of a calendar that people enter, in the order in which problems are reported.
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

    /// The colours for new calendars. Those least like the fixed calendars' colours come first.
    static let ofNew: [CalendarColor] = [
        .orange, .purple, .red, .yellow, .teal, .grey, .blue, .green,
    ]
}

/// The details of a calendar that the room's screens show.
enum CalendarDisplay: String, Sendable, CaseIterable, StoredValue, SavedCase {
    case off
    /// Times and colour.
    case busy
    /// Titles too, except those of private events.
    case title

    static var ofMissing: CalendarDisplay? { .off }
}

/// A calendar's name, with the same rules as a party's name.
struct CalendarName: NameText {
    let text: String
}
