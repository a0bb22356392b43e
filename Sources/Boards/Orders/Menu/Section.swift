import BoardKit
import Sync

/// A section of the menu.
struct Section: Sendable, Equatable {
    var rank: Rank
    var name: String
    /// The station that makes those of its dishes without a station of their own.
    var station: String?
    var texts = MenuTexts()
}

extension Section {
    /// The fields of a section that people enter, in the order in which problems
    /// are reported.
    static let fields = [
        FieldDeclaration("name", SectionName.self, "As the menu shows it", isRequired: true),
        FieldDeclaration("station", Station.self, "Where in the kitchen it is made"),
        FieldDeclaration("texts", MenuTexts.self, "Name and description in further languages"),
    ]
}

extension Section: FieldState {
    static let blank = Section(rank: Rank(lastAt: 1), name: "")

    mutating func visit(_ fields: inout StateFields, _ old: Self) throws(StateError) {
        try fields("rank", &rank, old.rank)
        try fields("name", &name, old.name)
        try fields("station", &station, old.station)
        try fields("texts", &texts, old.texts)
    }
}
