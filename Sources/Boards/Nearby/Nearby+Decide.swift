package import BoardKit
package import JSON
package import Sync

extension Nearby {
    package static let staleProblem = ProblemDeclaration.nearbyChanged

    package func decide(
        _ action: NearbyAction, _ asked: inout Asked, among boards: BoardStates
    ) throws(Rejection) -> Decision {
        switch action {
        case .add: return try decideAdd(&asked)
        case .edit: return try decideEdit(&asked)
        case .remove: return try decideRemove(&asked)
        case .visit: return try decideVisit(&asked)
        case .unvisit: return try decideUnvisit(&asked)
        case .open: return try decideOpen(&asked)
        case .choose: return try decideChoose(&asked)
        case .drop: return try decideDrop(&asked)
        case .join: return try decideJoin(&asked)
        case .answer: return try decideAnswer(&asked)
        case .dismiss: return try decideDismiss(&asked)
        case .close: return try decideClose(&asked)
        case .reopen: return try decideReopen(&asked)
        case .mail: return try decideMail(&asked, among: boards)
        case .undo: return try decideUndo(&asked)
        case .importFeed: return try decideImport(&asked, asked.mutation.reference)
        case .report: return try decideReport(asked.mutation.connector)
        case .noteMail: return try decideMailNote(&asked, asked.mutation.effect)
        }
    }

    // MARK: Looking up arguments

    /// Finds a favourite that has not changed since the sender saw it.
    func favourite(
        _ named: ItemID, _ asked: Asked
    ) throws(Rejection) -> (id: FavouriteID, favourite: Favourite) {
        guard let id = FavouriteID(named.text), favourites.knows(id), !favourites.isTakenBack(id)
        else { throw Rejection(.notFound, .noFavourite) }
        try asked.check(favourites.lastRev(of: id))
        guard let favourite = favourites[id] else {
            throw Rejection(.conflict, .favouriteIsGone)
        }
        return (id, favourite)
    }

    /// Finds a round that has not changed since the sender saw it.
    func round(
        _ named: ItemID, _ asked: Asked
    ) throws(Rejection) -> (id: PlaceRoundID, round: PlaceRound) {
        let (id, round) = try rounds.existing(named, else: .noRound)
        try asked.check(rounds.lastRev(of: id))
        return (id, round)
    }

    func openRound(_ named: ItemID, _ asked: Asked) throws(Rejection) -> PlaceRoundID {
        let (id, round) = try round(named, asked)
        guard round.isOpen else { throw Rejection(.conflict, .roundIsClosed) }
        return id
    }

    /// Finds a current option of a round.
    func option(_ named: ItemID, of round: PlaceRoundID) throws(Rejection) -> OptionID {
        guard let id = OptionID(named.text), options[id]?.round == round else {
            throw Rejection(.notFound, .noOption)
        }
        return id
    }

    /// Returns the details to store of a place that the source knows. A place from Yelp may not be
    /// stored, so its ref is not looked up.
    func details(ofRef named: ItemID) throws(Rejection) -> PlaceDetails {
        if sourceName == .yelp, YelpPlaces.id(ofRef: named.text) != nil { return PlaceDetails() }
        guard let place = source.place(named.text) else { throw Rejection(.notFound, .noPlace) }
        return PlaceDetails(copying: place)
    }

    // MARK: Limits

    /// The approximate maximum size of the hosts' view, in bytes.
    static let bytesMax = 3 << 20

    func checkRoom(for members: [String: JSON?]) throws(Rejection) {
        guard bytes + Self.bytes(of: JSON(present: members)) <= Self.bytesMax else {
            throw Rejection(.conflict, .nearbyIsFull)
        }
    }

    /// Returns the approximate size of a value in the hosts' view.
    static func bytes(of json: JSON) -> Int { json.canonical.count + 16 }

    // MARK: Answers

    /// Returns the ids of new items, with the secrets that belong to them.
    package func result(of event: Event) -> JSON? {
        switch NearbyEvent(rawValue: event.kind) {
        case .added: ["favourite": .string(event.subject)]
        case .visited: JSON(present: ["visit": event.data["visit"]])
        case .opened: ticketResult(of: event.subject)
        case .chosen: JSON(present: ["option": event.data["option"]])
        case .joined: friendResult(of: event)
        case .closed: JSON(present: ["option": event.data["option"]])
        default: nil
        }
    }
}
