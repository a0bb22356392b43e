import Boards
import Client
import Foundation
import JSON
import Locks
import Rehearsal
import Sync
import TestSupport
import Testing
import Transport

@testable import Server

@Suite struct EveningTests {
    /// Recorded evenings can be played as well: TABLECAST_EVENINGS names a file with the columns
    /// `evening,time,size`.
    private static let recorded: [(name: String, arrivals: [Arrival])] = {
        guard let path = ProcessInfo.processInfo.environment["TABLECAST_EVENINGS"],
            let content = FileManager.default.contents(atPath: path),
            let file = try? ArrivalsFile(parsing: Array(content))
        else { return [] }
        return file.evenings.compactMap { name in
            (try? file.arrivals(of: name)).map { (name, $0) }
        }
    }()

    /// As many parties as a full house has in an evening, and as a whole town has.
    static let evenings: [(name: String, arrivals: [Arrival])] =
        [("a full house", arrivals(count: 46)), ("a whole town", arrivals(count: 654))] + recorded

    private static func arrivals(count: Int) -> [Arrival] {
        (0..<count).map { index in
            Arrival(second: 17 * 3600 + index * 5 * 3600 / count, size: 1 + index * 7 % 8)
        }
    }

    @Test(arguments: evenings.indices)
    func `after an evening at full speed every display has the hub's hash`(_ index: Int) throws {
        let hub = try LiveHub()
        let address = try hub.address
        let displayToken = try hub.token(.display)
        let displays = (0..<10).map { _ in Screen(address, token: displayToken) }
        for screen in displays { screen.start() }
        let session = SyncSession(
            with: address, venue: "main", token: try hub.token(.host), views: [])
        let player = RehearsalPlayer(
            Rehearsal(arrivals: Self.evenings[index].arrivals, seed: 1), through: session,
            speed: .max, report: { _ in })
        let summary = try player.play()
        expectEqual(summary.count("parties"), Self.evenings[index].arrivals.count)
        expectEqual(summary.rejectedCount, 0)
        let last = try hub.http(.display).view("waitlist/display", venue: "main")
        let rev = try #require(last["rev"]?.integer)
        for screen in displays {
            let copy = try screen.copy(atRev: rev)
            expectEqual(copy.hash, last["hash"]?.text)
            expectEqual(copy.document, last["doc"])
        }
        session.close()
    }
}

/// One display on a thread of its own, as a television is.
private final class Screen: Sendable {
    private let address: HubAddress
    private let token: String
    private let wantedRev = Locked<Int?>(nil)
    private let outcome = Locked<ViewCopy?>(nil)
    private let done = DispatchSemaphore(value: 0)

    init(_ address: HubAddress, token: String) {
        self.address = address
        self.token = token
    }

    func start() {
        let thread = Thread { [self] in
            watch()
            done.signal()
        }
        thread.start()
    }

    /// Waits until the display has reached the revision.
    func copy(atRev rev: Int) throws -> ViewCopy {
        wantedRev.with { $0 = rev }
        try #require(done.wait(timeout: .now() + 60) == .success)
        return try #require(outcome.with { $0 })
    }

    private func watch() {
        let session = SyncSession(
            with: address, venue: "main", token: token, views: ["waitlist/display"])
        while true {
            do {
                _ = try session.next(timeout: .milliseconds(50))
            } catch {
                return
            }
            if let wanted = wantedRev.with({ $0 }), let copy = session.copy(of: "waitlist/display"),
                let rev = copy.position?.rev, rev >= wanted
            {
                outcome.with { $0 = copy }
                return session.close()
            }
        }
    }
}
