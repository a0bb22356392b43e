import BoardKit
import JSON
import Sync

/// A visit to a favourite, as its events have made it.
struct FavouriteVisit: Sendable, Equatable {
    let favourite: FavouriteID
    /// The date: `2026-05-04`.
    let on: String
    let notes: String?
}

extension FavouriteVisit {
    /// Reads the data of the event that notes it. Returns `nil` for anything else.
    init?(_ data: JSON, to favourite: FavouriteID) {
        guard let on = data["on"]?.text else { return nil }
        self.init(favourite: favourite, on: on, notes: data["notes"]?.text)
    }

    var row: JSON { JSON(present: ["on": .string(on), "notes": notes.map(JSON.string)]) }
}

extension FavouriteVisit: LedgerState {
    func write(to writer: inout StateWriter, after previous: FavouriteVisit?) {
        var difference = DifferenceWriter()
        difference.add(favourite.number, after: previous?.favourite.number)
        difference.add(on, after: previous?.on)
        difference.add(notes, after: previous?.notes)
        difference.write(to: &writer)
    }

    init(from reader: inout StateReader, after previous: FavouriteVisit?) throws(StateError) {
        var difference = try DifferenceReader(from: &reader)
        favourite = FavouriteID(
            number: try difference.next(&reader, after: previous?.favourite.number))
        on = try difference.next(&reader, after: previous?.on)
        notes = try difference.nextOptional(&reader, after: previous?.notes)
    }
}
