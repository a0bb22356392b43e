package import BoardKit
package import Sync

/// Imports the reservations of the first system, RestaurantQueue, from its file.
///
/// Each readable line is imported once, however often the file is imported. The other lines are
/// reported.
package struct RestaurantQueueImporter: BoardImporter {
    package static let name = "restaurantqueue"
    package static let summary = "Import the reservations in a RestaurantQueue server's file."
    package static let advice =
        "The old server kept lines of parties that had left: check the list."

    private static let actor: Actor = "import:restaurantqueue"

    package init() {}

    package func run(
        _ bytes: [UInt8], into venue: inout Venue, at now: Instant
    ) -> ImportReport {
        let file = RestaurantQueueFile(parsing: bytes)
        var report = ImportReport()
        report.refused = file.unreadable.map { ($0.line, $0.reason) }
        // The parties are imported in the order of arrival, in which they are called.
        let reservations = file.reservations.sorted {
            ($0.arrivedAt, $0.line) < ($1.arrivedAt, $1.line)
        }
        for reservation in reservations {
            guard reservation.arrivedAt <= now else {
                report.refused.append((reservation.line, "The time of arrival is still to come"))
                continue
            }
            do throws(Rejection) {
                if try Self.take(reservation, into: &venue, at: now) {
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
        return report
    }

    /// Imports a party and its readiness as up to two events. Their mutation ids are derived from
    /// the old id, so a second import finds them.
    ///
    /// - Returns: Whether the party is new.
    private static func take(
        _ reservation: RestaurantQueueFile.Reservation, into venue: inout Venue, at now: Instant
    ) throws(Rejection) -> Bool {
        let id = "rq-import-\(reservation.id)-\(reservation.arrivedAt.milliseconds)"
        let added = try venue.record(
            mutationID: id, actor: actor, at: now, to: Waitlist.self
        ) { (board, moment) throws(Rejection) in
            try board.decideImport(
                name: reservation.name, size: reservation.size,
                arrivedAt: reservation.arrivedAt, at: moment)
        }
        guard let party = added.event?.subject else { return false }
        guard reservation.isReady else { return true }
        _ = try venue.record(
            mutationID: id + "-ready", actor: actor, at: now, to: Waitlist.self
        ) { (board, _) throws(Rejection) in try board.decideReady(party: party) }
        return true
    }
}
