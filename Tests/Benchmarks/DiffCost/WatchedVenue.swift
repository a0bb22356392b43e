import ArgumentParser
import BoardKit
import JSON
import ShippedBoards
import Sync

/// A venue with watchers, whose journal accepts everything at once.
struct WatchedVenue {
    private var venue: Venue
    private var mutationCount = 0
    private var clientCount = 1
    private var now = Instant(milliseconds: 1_795_197_600_000)

    private static let host = Principal(role: .host, device: "d_1")

    /// - Parameter bystanderCount: the number of boards besides the shipped ones.
    init(bystanderCount: Int = 0) {
        let record = VenueRecord(
            slug: "main", epoch: "k3f9", name: "The Benchmark", timeZone: "Europe/Rome",
            settings: ["labels": "first_initial"], createdAt: now, ticketKey: [])
        var limits = VenueLimits()
        limits.mutations = RateLimit(perSecond: 1_000_000, credit: 1_000_000_000)
        let shipped: [any Board] = BoardRegistry.shipped.boards(for: record)
        venue = Venue(
            record: record,
            boards: shipped + (0..<bystanderCount).map { BystanderBoard(number: $0 + 1) },
            dependencies: VenueDependencies(recall: { _ in nil }, digest: { Array($0.prefix(32)) }),
            limits: limits)
    }

    /// Connects one more client, which watches these views.
    mutating func watch(_ views: [String], as principal: Principal) {
        clientCount += 1
        let id = ClientID(number: UInt64(clientCount))
        _ = venue.connect(id, as: principal, at: now)
        for view in views {
            let message: JSON = ["type": "subscribe", "view": .string(view)]
            for case .make(let make) in venue.receive(message.canonical, from: id, at: now) {
                _ = venue.made(make(), at: now)
            }
        }
    }

    /// Performs a mutation, from a host's message to the diffs for all watchers.
    ///
    /// - Returns: the event that it made.
    @discardableResult
    mutating func mutate(_ action: String, _ arguments: [String: JSON]) throws -> Event {
        mutationCount += 1
        now = now.adding(milliseconds: 1)
        let mutation = Mutation(id: "m-\(mutationCount)", action: action, arguments: arguments)
        _ = venue.mutate(mutation, of: ClientID(number: 1), by: Self.host, at: now)
        guard let batch = venue.takeBatch(), let event = batch.entries.last?.event else {
            throw ValidationError("The venue refused \(action).")
        }
        while let actions = venue.journaled(batch) {
            for case .make(let make) in actions { _ = venue.made(make(), at: now) }
        }
        return event
    }
}
