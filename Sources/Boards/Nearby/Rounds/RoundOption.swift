import BoardKit
import JSON
import Sync

/// An option of a round, as its events have made it.
struct RoundOption: Sendable, Equatable {
    let round: PlaceRoundID
    let ref: String?
    let favourite: FavouriteID?
    let details: PlaceDetails
    /// When it was chosen.
    let at: Instant

    /// Whether it is the place of another option.
    func isSamePlace(as other: RoundOption) -> Bool {
        ref != nil && ref == other.ref || favourite != nil && favourite == other.favourite
    }
}

extension RoundOption {
    /// Reads the data of the event that chooses it.
    init(_ data: JSON, of round: PlaceRoundID, at: Instant) {
        self.init(
            round: round, ref: data["ref"]?.text,
            favourite: data["favourite"]?.text.flatMap(FavouriteID.init(_:)),
            details: PlaceDetails(data["place"] ?? [:]), at: at)
    }

    /// The data of the event that chooses it.
    var data: [String: JSON] {
        var members: [String: JSON] = ["place": .object(details.members)]
        members["ref"] = ref.map(JSON.string)
        members["favourite"] = favourite.map { .string($0.text) }
        return members
    }

    /// The row, which does not have the telephone number.
    func row(votes: Int) -> JSON {
        var members = details.members
        members["phone"] = nil
        members["ref"] = ref.map(JSON.string)
        members["favourite"] = favourite.map { .string($0.text) }
        members["votes"] = JSON(votes)
        members["at"] = .string(at.description)
        return .object(members)
    }
}

extension RoundOption: LedgerState {
    func write(to writer: inout StateWriter, after previous: RoundOption?) {
        var difference = DifferenceWriter()
        difference.add(round.number, after: previous?.round.number)
        difference.add(ref, after: previous?.ref)
        difference.add(favourite?.number, after: previous?.favourite?.number)
        difference.add(details, after: previous?.details)
        difference.add(at, after: previous?.at)
        difference.write(to: &writer)
    }

    init(from reader: inout StateReader, after previous: RoundOption?) throws(StateError) {
        var difference = try DifferenceReader(from: &reader)
        round = PlaceRoundID(number: try difference.next(&reader, after: previous?.round.number))
        ref = try difference.nextOptional(&reader, after: previous?.ref)
        favourite = try difference.nextOptional(&reader, after: previous?.favourite?.number)
            .map(FavouriteID.init(number:))
        details = try difference.next(&reader, after: previous?.details)
        at = try difference.next(&reader, after: previous?.at)
    }
}
