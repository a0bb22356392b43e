import BoardKit
import JSON
import Sync

/// Decides the actions on favourites.
extension Nearby {
    static let favouriteCountMax = 2_000
    static let visitCountMax = 500

    func decideAdd(_ asked: inout Asked) throws(Rejection) -> Decision {
        let fields = NewFavourite(&asked.arguments)
        guard asked.areGood else { throw asked.rejection }
        try checkStop(fields.values["stop"])
        var data: [String: JSON?] = fields.values
        if let ref = fields.ref {
            let details = try details(ofRef: ref)
            data.merge(details.members()) { _, copied in copied }
            data["ref"] = .string(ref.text)
            guard favouriteOfRef[ref.text] == nil else {
                throw Rejection(.conflict, .sameFavourite)
            }
        }
        try checkRoomForFavourite()
        try checkRoom(for: data)
        return Self.decision(.added, of: FavouriteID(rev: asked.moment.rev).text, data)
    }

    func checkRoomForFavourite() throws(Rejection) {
        try Rejection.check(
            favouriteIDs.count + 1, atMost: Self.favouriteCountMax, else: .tooManyFavourites)
    }

    private func checkStop(_ named: JSON?) throws(Rejection) {
        guard let named = named?.text else { return }
        guard feeds.indexes.value.stops.stop(named) != nil else {
            throw Rejection(.notFound, .noStop)
        }
    }

    func decideEdit(_ asked: inout Asked) throws(Rejection) -> Decision {
        let named: ItemID? = asked.arguments.required("favourite")
        let edit = FavouriteEdit(&asked.arguments)
        guard asked.areGood, let named else { throw asked.rejection }
        try checkStop(edit.values["stop"])
        let (id, favourite) = try favourite(named, asked)
        guard favourite.ref == nil || !edit.changesPlace else {
            throw Rejection(.conflict, .saidBySource)
        }
        try checkRoom(for: edit.values)
        return Self.decision(.edited, of: id.text, edit.values)
    }

    func decideRemove(_ asked: inout Asked) throws(Rejection) -> Decision {
        let named: ItemID = try asked.last("favourite")
        let (id, favourite) = try favourite(named, asked)
        return Self.decision(
            .removed, of: id.text, ["name": favourite.details.name.map(JSON.string)])
    }

    // MARK: Visits

    func decideVisit(_ asked: inout Asked) throws(Rejection) -> Decision {
        let named: ItemID? = asked.arguments.required("favourite")
        let date: VisitDate? = asked.arguments.required("on")
        if let date, date.text > today(at: asked.moment.now) {
            asked.arguments.add(.badVisitDate, at: "on")
        }
        let notes: NearbyNotes? = asked.arguments.optional("notes")
        guard asked.areGood, let named, let date else { throw asked.rejection }
        let (id, favourite) = try favourite(named, asked)
        try checkRoomForVisit(to: id)
        let told = ["on": JSON.string(date.text), "notes": notes.map { .string($0.text) }]
        try checkRoom(for: told)
        var data = told
        data["visit"] = .string(VisitID(rev: asked.moment.rev).text)
        data["name"] = favourite.details.name.map(JSON.string)
        return Self.decision(.visited, of: id.text, data)
    }

    func checkRoomForVisit(to id: FavouriteID) throws(Rejection) {
        try Rejection.check(
            visitsOf[id, default: []].count + 1, atMost: Self.visitCountMax, else: .tooManyVisits)
    }

    /// The date in the venue's time zone.
    func today(at now: Instant) -> String {
        VenueClock(timeZone: house.timeZone)
            .date(of: now, startingAt: TimeOfDay(hour: 0, minute: 0))
    }

    func decideUnvisit(_ asked: inout Asked) throws(Rejection) -> Decision {
        let named: ItemID = try asked.last("visit")
        guard let id = VisitID(named.text), let last = visits.lastKnown(id),
            !visits.isTakenBack(id)
        else { throw Rejection(.notFound, .noVisit) }
        try asked.check(visits.lastRev(of: id))
        guard visits[id] != nil else { throw Rejection(.conflict, .visitIsGone) }
        guard let favourite = favourites[last.favourite] else {
            throw Rejection(.conflict, .favouriteIsGone)
        }
        return Self.decision(
            .unvisited, of: last.favourite.text,
            ["visit": .string(id.text), "name": favourite.details.name.map(JSON.string)])
    }
}
