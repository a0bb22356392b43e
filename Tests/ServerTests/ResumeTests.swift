import Client
import JSON
import ScreenClient
import Sync
import TestSupport
import Testing

/// Resuming after a restart. `VenueSubscriptionTests` checks which answer a copy gets.
@Suite struct ResumeTests {
    private static let view = "waitlist/host"
    private let hub: LiveHub

    init() throws { hub = try LiveHub() }

    @Test func `a restart keeps the epoch, and a copy continues from its revision`() throws {
        let host = try Watcher(hub, .host, Self.view)
        for index in 1...5 {
            try host.connection.mutate(
                "add-\(index)", "waitlist.add", ["name": .string("Party \(index)"), "size": 2])
        }
        try host.reach(3, of: Self.view)
        var copy = try #require(host.copies[Self.view])
        try host.reach(5, of: Self.view)
        try hub.restart()
        let again = try hub.connect(.host)
        let welcome = try again.next("welcome")
        expectEqual(welcome["epoch"]?.text, copy.position?.epoch)
        expectEqual(welcome["rev"], 5)
        let rev = try #require(copy.position?.rev)
        try again.subscribe(
            Self.view, since: ["epoch": welcome["epoch"] ?? .null, "rev": JSON(rev)])
        try expectEqual(again.next("subscribed")["resumed"], true)
        try expectEqual(copy.apply(again.next("diff")), .applied)
        try expectEqual(again.next("live")["rev"], 5)
        expectEqual(copy.document, host.document(Self.view))
        expectEqual(copy.position?.rev, 5)
    }
}
