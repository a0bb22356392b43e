package import BoardKit
package import JSON
package import Sync

/// Places to eat around the house and around the stops of timetables: the house's favourites, and
/// rounds in which friends choose a place.
///
/// Changes of favourites, visits, rounds and options can be undone. Friends' answers have no
/// history.
///
/// Stops, postcodes and places are reference data; the board's state contains only their digests.
package struct Nearby: LedgerBoard {
    var house: VenueProfile
    package var boardSettings: BoardSettings? = BoardSettings(of: declared)
    let dependencies: BoardDependencies

    var favourites = Ledger<FavouriteID, Favourite>()
    var visits = Ledger<VisitID, FavouriteVisit>()
    /// Also records the events that can't be undone.
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

    /// The existing favourites.
    var favouriteIDs: Set<FavouriteID> = []
    /// The favourites that come from a source, by ref.
    var favouriteOfRef: [String: FavouriteID] = [:]
    /// The existing visits to each favourite, in the order in which they were recorded. The visits
    /// of a removed favourite are kept.
    var visitsOf: [FavouriteID: [VisitID]] = [:]
    var parts: [PlaceRoundID: RoundParts] = [:]
    /// The approximate size of the hosts' view, in bytes.
    var bytes = 0
    /// When time next closes a round, or removes one from all documents.
    var due: Instant?

    var feeds = FeedLibrary()
    /// The areas fetched from Overpass.
    var areas = AreaLibrary()
    var sourceHealth = SourceHealth()

    var lastRev = 0
    var lastChange = NearbyLastChange()
    /// The last event that changed the venue's part of guests' documents.
    var venueChangedRev = 0
    /// The venue's part of the documents.
    var shownVenue: JSON = .null

    /// - Parameter venue: the venue with its initial settings.
    package init(venue: VenueRecord, dependencies: BoardDependencies) {
        house = VenueProfile(venue)
        self.dependencies = dependencies
        shownVenue = venueMember
    }

    package static let boardName = "nearby"

    package var declaration: BoardDeclaration { Self.declared }

    /// Requires of guests the ticket of a round.
    package func isOpen(_ action: ActionDeclaration, to principal: Principal) -> Bool {
        principal.role != .guest || principal.subject?.board == name
    }

    /// Whether a guest's subject is an open round.
    package func isActive(_ subject: Subject) -> Bool {
        guard subject.board == name, let id = PlaceRoundID(subject.id) else { return false }
        return rounds[id]?.isOpen ?? false
    }

    /// Hides the house's places from guests, unless the owner shows them.
    package func permits(_ view: ViewRequest, by principal: Principal) -> Bool {
        view.view != Self.displayView || principal.role != .guest || isOpenToGuests
    }

    /// Masks personal data at any depth: notes, and the names of friends. Only a friend's row has a
    /// list of votes.
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

/// The states that an event sets.
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

/// The changes made by the last event, for guests' documents.
struct NearbyLastChange: Sendable {
    var rev = 0
    /// The rounds whose documents changed.
    var rounds: Set<PlaceRoundID> = []
    /// Whether every round's document may have changed.
    var isEverything = false
}

/// The items that belong to a round.
struct RoundParts: Sendable {
    /// In the order in which they were chosen.
    var options: [OptionID] = []
    /// The dropped options, in no particular order.
    var dropped: Set<OptionID> = []
    /// In the order in which they joined.
    var friends: [FriendID] = []
    var mail: RoundMail?
    /// The last event that changed the round's document.
    var changedRev = 0
}
