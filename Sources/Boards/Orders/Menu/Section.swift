import BoardKit
import JSON
import Sync

/// A section of the menu, as its events have made it.
struct Section: Sendable, Equatable {
    var rank: Rank
    var name: String
    /// Where its dishes are made that have no station of their own.
    var station: String?
    var texts = MenuTexts()
}

extension Section {
    /// Reads what `row` writes. Returns `nil` for anything else.
    init?(_ data: JSON) {
        guard let rank = data["rank"]?.text.flatMap(Rank.init(_:)), let name = data["name"]?.text
        else { return nil }
        self.init(
            rank: rank, name: name, station: data["station"]?.text,
            texts: MenuTexts(stored: data["texts"]))
    }

    /// The row that everybody sees.
    var row: JSON {
        JSON(present: [
            "rank": .string(rank.text), "name": .string(name), "station": station.map(JSON.string),
            "texts": texts.json,
        ])
    }

    /// Applies the members of an event that are present; `null` removes a value.
    mutating func change(by data: JSON) {
        rank = data["rank"]?.text.flatMap(Rank.init(_:)) ?? rank
        name = data["name"]?.text ?? name
        if let station = data["station"] { self.station = station.text }
        if let texts = data["texts"] { self.texts = MenuTexts(stored: texts) }
    }
}

extension Section: FieldState {
    static let blank = Section(rank: Rank(lastAt: 1), name: "")

    mutating func visit(_ fields: inout StateFields, _ old: Self) throws(StateError) {
        try fields(&rank, old.rank)
        try fields(&name, old.name)
        try fields(&station, old.station)
        try fields(&texts, old.texts)
    }
}
