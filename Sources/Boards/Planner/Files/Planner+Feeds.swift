import BoardKit
import JSON
import Sync

/// Declares and decides the actions on feeds.
extension Planner {
    static let feedCountMax = 20
    static let accountsView = "planner/accounts"

    static let feedActions = [
        action(
            .addFeed, causes: [.feedAdded], "Makes an address at which calendars can be read.",
            [
                .required("name", CalendarName.self, "As people read it"),
                .required("calendars", FeedCalendars.self, "The calendars' ids"),
                .required("details", FeedDetails.self, "What it says of events"),
            ],
            roles: [.owner], needsConfirmation: true,
            result: [
                .always("feed", ItemID.schema, "The feed's id"),
                .always("address", .text, "Its path, which contains a secret"),
            ]),
        action(
            .removeFeed, "Removes a feed: its address leads nowhere.",
            [.required("feed", ItemID.self, "The feed's id")], roles: [.owner]),
    ]

    func decideAddFeed(_ asked: inout Asked) throws(Rejection) -> Decision {
        let name: CalendarName? = asked.arguments.required("name")
        let named: FeedCalendars? = asked.arguments.required("calendars")
        let details: FeedDetails? = asked.arguments.required("details")
        guard asked.areGood, let name, let named, let details else { throw asked.rejection }
        var calendars: [CalendarID] = []
        for item in named.names {
            let id = try knownCalendar(item)
            guard calendar(id) != nil else { throw Rejection(.conflict, .calendarIsGone) }
            if !calendars.contains(id) { calendars.append(id) }
        }
        try checkRoomForFeeds(1)
        let feed = Feed(name: name.text, calendars: calendars, details: details)
        return Self.decision(
            .feedAdded, of: FeedID(rev: asked.moment.rev).text, ["feed": feed.json])
    }

    func decideRemoveFeed(_ asked: inout Asked) throws(Rejection) -> Decision {
        let named: ItemID = try asked.last("feed")
        guard let id = FeedID(named.text), feeds.knows(id) else {
            throw Rejection(.notFound, .noFeed)
        }
        try asked.check(feeds.lastRev(of: id))
        guard let feed = feeds[id] else { throw Rejection(.conflict, .feedIsGone) }
        return Self.decision(.feedRemoved, of: id.text, ["name": .string(feed.name)])
    }

    private func checkRoomForFeeds(_ count: Int) throws(Rejection) {
        try Rejection.check(feedIDs.count + count, atMost: Self.feedCountMax, else: .tooManyFeeds)
    }

    // MARK: Addresses

    /// Returns the secret in a feed's address.
    private func secret(of id: FeedID) -> String? {
        dependencies.secret(of: Subject(board: Self.boardName, id: id.text))
    }

    /// Returns the path of a feed.
    func address(of id: FeedID) -> String {
        "/v1/\(slug)/\(Self.boardName)/feed/\(secret(of: id) ?? "").ics"
    }

    func feed(withSecret secret: String) -> FeedID? {
        feedIDs.first { id in
            self.secret(of: id)?.isSameSecret(as: secret) ?? false
        }
    }

    func feedResult(_ event: Event) -> JSON? {
        guard let id = FeedID(event.subject) else { return nil }
        return ["feed": .string(id.text), "address": .string(address(of: id))]
    }
}
