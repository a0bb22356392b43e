package import BoardKit
package import JSON
package import Sync

/// Places to eat around the house and around the stops of timetables: the house's favourites, and
/// rounds in which friends choose a place.
///
/// Everything that people can take back is a favourite, a visit to one, a round, or an option of a
/// round. What friends answer has no history.
///
/// Stops, postcodes and places are reference data: the board's state has only their digests.
package struct Nearby: LedgerBoard {
    /// The house's current settings.
    var house: VenueProfile
    package var boardSettings: BoardSettings? = BoardSettings(of: declared)
    let dependencies: BoardDependencies

    var favourites = Ledger<FavouriteID, Favourite>()
    var visits = Ledger<VisitID, FavouriteVisit>()
    /// Also has every event that nobody can take back.
    var rounds = Ledger<PlaceRoundID, PlaceRound>()
    var options = Ledger<OptionID, RoundOption>()

    package typealias Change = NearbyChange
    package typealias Kind = NearbyEvent
    package static let ledgers: [any BoardLedger<Nearby>] = [
        LedgerOf(\.favourites, \.favourites) { $0.replace($1, by: $2, of: $3) },
        LedgerOf(\.visits, \.visits) { $0.replace($1, by: $2, of: $3) },
        LedgerOf(\.rounds, \.rounds) { $0.replace($1, by: $2, of: $3) },
        LedgerOf(\.options, \.options) { $0.replace($1, by: $2, of: $3) },
    ]

    var friends: [FriendID: RoundFriend] = [:]

    /// The favourites that exist.
    var favouriteIDs: Set<FavouriteID> = []
    /// Those that come from a source, by their refs.
    var favouriteOfRef: [String: FavouriteID] = [:]
    /// The visits to each favourite that are there, also if the favourite was removed. In the order
    /// in which they were noted.
    var visitsOf: [FavouriteID: [VisitID]] = [:]
    /// What belongs to each round.
    var parts: [PlaceRoundID: RoundParts] = [:]
    /// About the size of the hosts' view in bytes.
    var bytes = 0
    /// When time next closes a round, or takes one from all documents.
    var due: Instant?

    var feeds = FeedLibrary()
    /// What was fetched from Overpass.
    var areas = AreaLibrary()
    var sourceHealth = SourceHealth()

    var lastRev = 0
    var lastChange = NearbyLastChange()
    /// The last event that changed what every guest's document says of the venue.
    var venueChangedRev = 0
    /// What documents say of the venue.
    var shownVenue: JSON = .null

    /// - Parameter venue: with its initial settings.
    package init(venue: VenueRecord, dependencies: BoardDependencies) {
        house = VenueProfile(venue)
        self.dependencies = dependencies
        shownVenue = venueMember
    }

    package static let boardName = "nearby"

    package var declaration: BoardDeclaration { Self.declared }

    /// Only the guests of a round do something in one.
    package func isOpen(_ action: ActionDeclaration, to principal: Principal) -> Bool {
        principal.role != .guest || principal.subject?.board == name
    }

    /// Whether a guest's subject is an open round.
    package func isActive(_ subject: Subject) -> Bool {
        guard subject.board == name, let id = PlaceRoundID(subject.id) else { return false }
        return rounds[id]?.isOpen ?? false
    }

    /// The places of the house are for its guests only if the owner wants that.
    package func permits(_ view: ViewRequest, by principal: Principal) -> Bool {
        view.view != Self.displayView || principal.role != .guest || isOpenToGuests
    }

    /// Masks what may concern a person, at any depth: notes, and the names of friends. Only a friend's
    /// row has a list of votes.
    package func masked(_ value: JSON) -> JSON {
        value.masking { name, members in
            switch name {
            case "notes", "who": true
            case "name": members["votes"]?.elements != nil
            default: false
            }
        }
    }
}

/// The states that an event gives.
package struct NearbyChange: LedgerChange {
    var favourites: [FavouriteID: Favourite?] = [:]
    var visits: [VisitID: FavouriteVisit?] = [:]
    var rounds: [PlaceRoundID: PlaceRound?] = [:]
    var options: [OptionID: RoundOption?] = [:]
    package var undoes: Int?

    package init() {}

    package var isEmpty: Bool {
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

/// What belongs to a round.
struct RoundParts: Sendable {
    /// In the order in which they were chosen.
    var options: [OptionID] = []
    /// Those that were dropped, in no particular order.
    var dropped: Set<OptionID> = []
    /// In the order in which they joined.
    var friends: [FriendID] = []
    var mail: RoundMail?
    /// The last event that changed the round's document.
    var changedRev = 0
}
