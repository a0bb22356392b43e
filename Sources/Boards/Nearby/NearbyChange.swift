import BoardKit
import Sync

/// The states that an event gives to favourites, visits, rounds and their options. `nil` means that
/// the thing does not exist any more.
struct NearbyChange: Sendable {
    private(set) var favourites: [FavouriteID: Favourite?] = [:]
    private(set) var visits: [VisitID: FavouriteVisit?] = [:]
    private(set) var rounds: [PlaceRoundID: PlaceRound?] = [:]
    private(set) var options: [OptionID: RoundOption?] = [:]
    /// The event that is undone, if this is an undo.
    var undoes: Int?

    mutating func set(_ id: FavouriteID, to state: Favourite?) {
        favourites.updateValue(state, forKey: id)
    }

    mutating func set(_ id: VisitID, to state: FavouriteVisit?) {
        visits.updateValue(state, forKey: id)
    }

    mutating func set(_ id: PlaceRoundID, to state: PlaceRound?) {
        rounds.updateValue(state, forKey: id)
    }

    mutating func set(_ id: OptionID, to state: RoundOption?) {
        options.updateValue(state, forKey: id)
    }

    var isEmpty: Bool {
        favourites.isEmpty && visits.isEmpty && rounds.isEmpty && options.isEmpty
    }
}

/// What the last event has changed, for the documents of guests.
struct NearbyLastChange: Sendable {
    var rev = 0
    /// The rounds whose documents have changed.
    var rounds: Set<PlaceRoundID> = []
    /// Whether every round's document may have changed.
    var isEverything = false
}
