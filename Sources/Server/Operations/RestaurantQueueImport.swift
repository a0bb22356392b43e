import Boards
import JSON
import Store
import Sync
import Transport

/// Takes over the reservations of RestaurantQueue, the first system, from the file that it kept.
///
/// What can be read goes in, once, however often the file is imported; what can't is listed by its
/// line. The hub must not be running on the folder meanwhile.
public struct RestaurantQueueImport {
    public struct Report: Sendable {
        /// Reservations that are parties of the waiting list now.
        public var importedCount = 0
        /// Reservations that an earlier import brought.
        public var knownCount = 0
        /// What did not go in: the line, from 1, and why. Never a guest's name.
        public var refused: [(line: Int, reason: String)] = []
    }

    private static let actor = "import:restaurantqueue"

    private let store: Store
    private let slug: String

    /// - Throws: one line that says what to do: no such folder, a hub is running on it.
    public init(dataFolder: String, venue: String) throws(HubError) {
        store = try Administration.explained { () throws(StoreError) in
            let store = try Store(folder: dataFolder, creating: false)
            try store.lock()
            return store
        }
        slug = venue
    }

    public func run(_ bytes: [UInt8]) throws(HubError) -> Report {
        let record = try Administration.explained { () throws(StoreError) in
            try store.venues().first { $0.slug == slug }
        }
        guard let record else { throw HubError("There is no venue \(slug) in this folder.") }
        var venue = try Administration.explained { () throws(StoreError) in
            try VenueFactory.open(record, store: store)
        }
        let file = RestaurantQueueFile(parsing: bytes)
        var report = Report()
        report.refused = file.unreadable.map { ($0.line, $0.reason) }
        // In the order of arrival, whatever the file's: who came first is called first.
        let reservations = file.reservations.sorted {
            ($0.arrivedAt, $0.line) < ($1.arrivedAt, $1.line)
        }
        for reservation in reservations {
            guard reservation.arrivedAt <= WallClock.now else {
                report.refused.append((reservation.line, "The time of arrival is still to come"))
                continue
            }
            do throws(Rejection) {
                if try take(reservation, into: &venue) {
                    report.importedCount += 1
                } else {
                    report.knownCount += 1
                }
            } catch {
                let reason = error.problems.first?.message ?? error.message ?? error.code.rawValue
                report.refused.append((reservation.line, reason))
            }
        }
        report.refused.sort { $0.line < $1.line }
        if let batch = venue.takeBatch() { try write(batch) }
        return report
    }

    /// One party, and that it is ready where the file says so: two events, each with an id made of
    /// the old one's, so that a second import finds them.
    ///
    /// - Returns: whether the party is new.
    private func take(
        _ reservation: RestaurantQueueFile.Reservation, into venue: inout Venue
    ) throws(Rejection) -> Bool {
        let now = WallClock.now
        let id = "rq-import-\(reservation.id)-\(reservation.arrivedAt.milliseconds)"
        let added = try venue.record(
            mutationID: id, actor: Self.actor, at: now, to: Waitlist.self
        ) { (board, moment) throws(Rejection) in
            try board.decideImport(
                name: reservation.name, size: reservation.size,
                arrivedAt: reservation.arrivedAt, at: moment)
        }
        guard let party = added.event?.subject else { return false }
        guard reservation.isReady else { return true }
        let owner = Principal(role: .owner, device: "import")
        _ = try venue.record(
            mutationID: id + "-ready", actor: Self.actor, at: now, to: Waitlist.self
        ) { (board, moment) throws(Rejection) in
            try board.decide(
                Mutation(
                    id: id + "-ready", action: "waitlist.ready",
                    arguments: ["party": .string(party)]),
                by: owner, at: moment)
        }
        return true
    }

    /// All in one transaction: an import goes in whole, or not at all.
    private func write(_ batch: JournalBatch) throws(HubError) {
        let outcome = Locked<Result<Void, StoreError>>(.success(()))
        let writer = JournalWriter(store: store)
        writer.append(batch) { result in
            outcome.with { $0 = result }
        }
        writer.stop()
        try Administration.explained { () throws(StoreError) in try outcome.with { $0 }.get() }
    }
}
