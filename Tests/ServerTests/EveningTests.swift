import CivilDates
import Client
import Foundation
import JSON
import Locks
import Rehearsal
import ScreenClient
import Sync
import TestSupport
import Testing
import Transport

@testable import Server

@Suite struct EveningTests {
    @Test func `every display has the hub's hash after the recorded evenings`() throws {
        let folder = URL(fileURLWithPath: LiveHub.publicFolder).appendingPathComponent(
            "docs/evenings")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        let evening = RecordedEvening(
            try names.sorted().map { name in
                let content = try Data(contentsOf: folder.appendingPathComponent(name))
                return try RecordedEvening(parsing: Array(content))
            })
        #expect(evening.steps.count > 500)
        let hub = try LiveHub()
        let address = try hub.address
        let displayToken = try hub.token(.display)
        let displays = (0..<10).map { _ in Screen(address, token: displayToken) }
        for screen in displays { screen.start() }
        let player = EveningPlayer(
            evening, on: CivilDate(year: 2026, month: 11, day: 25), through: try hub.http(.owner),
            venue: "main", speed: .max, report: { _ in })
        let summary = try player.play()
        expectEqual(summary.acceptedCount, evening.steps.count)
        expectEqual(summary.rejectedCounts, [:])
        let last = try hub.http(.display).view("waitlist/display", venue: "main")
        let rev = try #require(last["rev"]?.integer)
        #expect(last["doc"]?["parties"] == [:])
        for screen in displays {
            let copy = try screen.copy(atRev: rev)
            expectEqual(copy.hash, last["hash"]?.text)
            expectEqual(copy.document, last["doc"])
        }
    }
}

/// A display on its own thread, like a television.
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
