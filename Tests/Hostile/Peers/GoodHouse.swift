public import Client
import Foundation
import HTTPTypes
import JSON
import Locks
import ScreenClient
import Transport

/// Well-behaved clients: a host with a steady rate of changes, screens that follow, and a guest who
/// opens a page from time to time. Each has its own thread.
public final class GoodHouse: Sendable {
    private static let screenCount = 4
    private static let view = "waitlist/display"
    private static let pageInterval = Duration.milliseconds(100)

    private let address: HubAddress
    private let mutationInterval: Duration
    private let record = Locked(HouseRecord(screenCount: GoodHouse.screenCount))
    /// Whether the host has to stop, then whether all clients have to.
    private let isQuiet = Locked(false)
    private let isOver = Locked(false)

    /// Starts with `partyCount` parties on the list. Returns when every screen is live.
    public init(
        at address: HubAddress, hostToken: String, screenToken: String, partyCount: Int,
        mutationsPerSecond: Int = 25
    ) throws {
        self.address = address
        mutationInterval = .seconds(1) / mutationsPerSecond
        var parties: [String] = []
        let http = HTTPClient(address, token: hostToken)
        for index in 0..<partyCount {
            let answer = try http.mutate(
                id: "party-\(index)", "waitlist.add",
                ["name": .string("Guest \(index)"), "size": 99], venue: "main")
            guard case .accepted(_, let result, _) = answer, let id = result?["party"]?.text
            else { throw ClientError.violation("a party was not added") }
            parties.append(id)
        }
        for index in 0..<Self.screenCount {
            begin("screen \(index)") { try self.follow(index, token: screenToken) }
        }
        while record.with({ $0.liveCount < Self.screenCount && $0.mishaps.isEmpty }) { Self.rest() }
        let ids = parties
        begin("host") { try self.change(ids, token: hostToken) }
        begin("guest") { self.openPages() }
    }

    /// Stops the host, waits until everything has arrived, and stops the other clients.
    public func close() {
        isQuiet.with { $0 = true }
        let deadline = ContinuousClock.now + .seconds(30)
        while ContinuousClock.now < deadline, !record.with({ $0.isSettled }) { Self.rest() }
        record.with { if !$0.isSettled { $0.mishaps.append("not everything arrived") } }
        isOver.with { $0 = true }
    }

    // MARK: Findings

    public var mishaps: [String] { record.with { $0.mishaps } }
    public var missingDiffCount: Int { record.with { $0.missingDiffCount } }
    public var pageCount: Int { record.with { $0.pages.count } }
    public var mutationCount: Int { record.with { $0.mutations.count } }

    /// The hash of each screen's final copy.
    public var hashes: [String?] { record.with { $0.arrivals.map { $0.last?.hash } } }

    /// Returns the hash of the hub's own document.
    public func hashOfHub(token: String) throws -> String? {
        try HTTPClient(address, token: token).view(Self.view, venue: "main")["hash"]?.text
    }

    /// Returns the times from the beginning of a mutation to its diff, for all screens.
    public func roundTrips(
        from begin: ContinuousClock.Instant, to end: ContinuousClock.Instant
    ) -> RoundTrips {
        RoundTrips(record.with { $0.roundTrips(from: begin, to: end) })
    }

    /// Returns the times from the beginning of a connection to a page's last byte.
    public func pages(
        from begin: ContinuousClock.Instant, to end: ContinuousClock.Instant
    ) -> RoundTrips {
        RoundTrips(
            record.with { record in
                record.pages.filter { $0.at >= begin && $0.at < end }.map(\.duration)
            })
    }

    // MARK: Threads

    private func begin(_ name: String, _ body: @escaping @Sendable () throws -> Void) {
        let thread = Thread { [self] in
            do {
                try body()
            } catch {
                mishap("\(name): \(error)")
            }
        }
        thread.name = name
        thread.start()
    }

    private func mishap(_ text: String) { record.with { $0.mishaps.append(text) } }

    private static func rest() { Thread.sleep(forTimeInterval: 0.005) }

    /// Runs a screen, which records every change with its time.
    private func follow(_ index: Int, token: String) throws {
        let session = SyncSession(with: address, venue: "main", token: token, views: [Self.view])
        while !isOver.with({ $0 }) {
            switch try session.next(timeout: .milliseconds(100)) {
            case .changed:
                let now = ContinuousClock.now
                guard let copy = session.copy(of: Self.view), let position = copy.position
                else { continue }
                record.with {
                    $0.arrivals[index].append(
                        HouseRecord.Arrival(rev: position.rev, at: now, hash: copy.hash))
                }
            case .live: record.with { $0.liveCount += 1 }
            case .connected, .answered, nil: break
            case .some(let event): mishap("screen \(index): \(event)")
            }
        }
        session.close()
    }

    /// Runs the host. Each change is sent when it is due, even if the last one was not answered.
    private func change(_ parties: [String], token: String) throws {
        let session = SyncSession(with: address, venue: "main", token: token, views: [])
        try session.connect()
        var due = ContinuousClock.now
        var number = 0
        while !isOver.with({ $0 }) {
            if ContinuousClock.now >= due, !isQuiet.with({ $0 }) {
                // A host that is late does not catch up with a burst.
                due = max(due + mutationInterval, .now)
                let size = JSON(number / parties.count % 98 + 1)
                let party = JSON.string(parties[number % parties.count])
                let id = "change-\(number)"
                number += 1
                record.with { $0.mutations[id] = HouseRecord.Mutation(at: .now) }
                session.mutate("waitlist.edit", ["party": party, "size": size], id: id)
            }
            let wait =
                isQuiet.with { $0 } ? .milliseconds(50) : ContinuousClock.now.duration(to: due)
            try take(try session.next(timeout: max(.zero, wait)))
        }
        session.close()
    }

    private func take(_ event: SyncSession.Event?) throws {
        switch event {
        case .answered(let id, .accepted(let rev, _, _)):
            record.with { $0.mutations[id]?.rev = rev }
        case .connected, nil: break
        case .some(let event): mishap("host: \(event)")
        }
    }

    private func openPages() {
        while !isOver.with({ $0 }) {
            let start = ContinuousClock.now
            do {
                let answer = try HTTPClient(address, token: nil).perform(.get, "/healthz")
                if answer.status != 200 { mishap("a page: \(answer.status)") }
                let duration = start.duration(to: .now)
                record.with { $0.pages.append((start, duration)) }
            } catch {
                mishap("a page: \(error)")
            }
            Thread.sleep(forTimeInterval: Self.pageInterval / .seconds(1))
        }
    }
}
