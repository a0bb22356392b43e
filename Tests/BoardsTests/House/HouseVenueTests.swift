import JSON
import ShippedBoards
import Sync
import TestSupport
import Testing
import WaitlistBoard

@testable import BoardKit
@testable import HouseBoard

/// Effects of the owner's decisions on connections and on other boards' views.
@Suite struct HouseVenueTests {
    private static let now = VenueHistory.start
    private static let tv = ClientID(number: 1)
    private static let owner = ClientID(number: 2)

    private func venue() -> Venue {
        var venue = Venue.empty(.ofTests(labels: .firstInitial))
        _ = venue.connect(Self.tv, as: Principal(role: .display, device: "d_tv"), at: Self.now)
        _ = venue.connect(
            ClientID(number: 3), as: Principal(role: .display, device: "d_tv"), at: Self.now)
        _ = venue.connect(Self.owner, as: VenueHistory.owner, at: Self.now)
        return venue
    }

    private func ask(
        _ venue: inout Venue, _ action: String, _ arguments: [String: JSON],
        by principal: Principal = VenueHistory.owner
    ) -> [Action] {
        venue.mutate(
            Mutation(id: "m\(venue.decidedRev)", action: action, arguments: arguments),
            of: Self.owner, by: principal, at: Self.now)
    }

    private func write(_ venue: inout Venue) -> [Action] {
        guard let batch = venue.takeBatch() else { return [] }
        return venue.show(batch, at: Self.now)
    }

    private func ends(_ actions: [Action]) -> [String] {
        actions.compactMap { action in
            switch action {
            case .close(let id, let code, _): "\(id.number) \(code.rawValue)"
            case .signedOut(let device): device
            default: nil
            }
        }
    }

    @Test(
        arguments: [
            ("house.revoke", ["device": "d_tv"]),
            ("house.set_role", ["device": "d_tv", "role": "host"]),
        ] as [(String, [String: JSON])])
    func `ends a device's connections once the event is durable`(
        action: String, arguments: [String: JSON]
    ) {
        var venue = venue()
        #expect(ends(ask(&venue, action, arguments)).isEmpty)
        expectEqual(ends(write(&venue)), ["1 4401", "3 4401", "d_tv"])
    }

    @Test func `has no effect of a revocation that could not be written`() throws {
        var venue = venue()
        _ = ask(&venue, "house.revoke", ["device": "d_tv"])
        let taken = venue.takeBatch()
        let batch = try #require(taken)
        expectEqual(batch.entries.first?.access, .revoke(device: "d_tv"))
        #expect(ends(venue.journalFailed(batch)).isEmpty)
        _ = ask(&venue, "house.revoke", ["device": "d_tv"])
        expectEqual(ends(write(&venue)).count, 3)
    }

    @Test func `refuses a device as soon as its sign-out is accepted`() throws {
        var venue = venue()
        let rival = Principal(role: .owner, device: "d_9")
        _ = ask(&venue, "house.revoke", ["device": "d_9"])
        _ = ask(&venue, "house.set_role", ["device": "d_8", "role": "engineer"])
        let host = Principal(role: .host, device: "d_8")
        for (action, arguments, principal) in [
            ("house.revoke", ["device": "d_2"], rival),
            ("house.invite", ["role": "owner"], rival),
            ("waitlist.add", ["name": "Ada", "size": 2], host),
        ] as [(String, [String: JSON], Principal)] {
            let actions = ask(&venue, action, arguments, by: principal)
            guard case .send(_, .reject(_, let rejection)) = actions.first else {
                Issue.record("\(action) was not refused")
                continue
            }
            expectEqual(rejection.code, .forbidden)
        }
        expectEqual(venue.decidedRev, 2)
        #expect(!venue.admits(rival) && !venue.admits(host) && venue.admits(VenueHistory.owner))
        // The device is admitted in its new role.
        #expect(venue.admits(Principal(role: .engineer, device: "d_8")))
    }

    @Test func `has no effect on the connection of a renamed device`() {
        var venue = venue()
        _ = ask(&venue, "house.rename", ["device": "d_tv", "name": "Bar"])
        #expect(ends(write(&venue)).isEmpty)
    }

    @Test func `changes labels and greeting at once on every screen`() throws {
        var venue = venue()
        for name in ["Ada Lovelace", "Bo"] {
            _ = ask(
                &venue, "waitlist.add", ["name": .string(name), "size": 2],
                by: VenueHistory.host)
        }
        _ = write(&venue)
        _ = venue.subscribe(Self.tv, to: "waitlist/display", at: Self.now)
        _ = ask(&venue, "house.configure", ["labels": "full", "name": "Chez Zoë"])
        let diffs = write(&venue).flatMap { action in
            if case .broadcast(let ids, let messages) = action, ids == [Self.tv] {
                messages
            } else {
                [[UInt8]]()
            }
        }
        let diff = try JSON(parsing: try #require(diffs.first))
        expectEqual(diffs.count, 1)
        expectEqual(diff["from"], 2)
        expectEqual(diff["rev"], 3)
        let patch = diff["patch"]?.elements?.map(\.canonicalText).sorted()
        // Bo's label is the same with both settings.
        expectEqual(
            patch,
            [
                #"{"op":"replace","path":"/parties/p_1/label","value":"Ada Lovelace"}"#,
                #"{"op":"replace","path":"/venue/name","value":"Chez Zoë"}"#,
            ])
        #expect(venue.document(of: "waitlist/display")?["venue", "name"] == "Chez Zoë")
    }

    @Test func `updates the house's name in a guest's document, with its revision`() throws {
        var venue = venue()
        _ = ask(&venue, "waitlist.add", ["name": "Ada", "size": 2], by: VenueHistory.host)
        _ = write(&venue)
        let guest = Principal(guestOf: .party("p_1"))
        try expectEqual(venue.read("waitlist/guest", by: guest).rev, 1)
        _ = ask(&venue, "house.configure", ["labels": "full"])
        _ = write(&venue)
        try expectEqual(venue.read("waitlist/guest", by: guest).rev, 1)
        _ = ask(&venue, "house.configure", ["name": "Chez Zoë"])
        _ = write(&venue)
        let read = try venue.read("waitlist/guest", by: guest)
        expectEqual(read.rev, 3)
        #expect(try JSON(parsing: read.snapshot)["doc"]?["venue"]?["name"] == "Chez Zoë")
    }

    @Test func `begins the next service day in the new time zone`() {
        var venue = venue()
        _ = ask(&venue, "waitlist.add", ["name": "Ada", "size": 2], by: VenueHistory.host)
        _ = write(&venue)
        // The current day keeps its end at 04:00 in Rome.
        let due = venue.nextDue()
        _ = ask(&venue, "house.configure", ["timeZone": "Asia/Tokyo"])
        _ = write(&venue)
        expectEqual(venue.nextDue(), due)
        _ = venue.tick(at: due ?? Self.now)
        _ = write(&venue)
        _ = venue.mutate(
            Mutation(id: "x", action: "waitlist.add", arguments: ["name": "Bo", "size": 1]),
            of: Self.owner, by: VenueHistory.host, at: due ?? Self.now)
        // 04:00 in Rome is 12:00 in Tokyo, so 04:00 in Tokyo follows sixteen hours later.
        expectEqual(due.flatMap { venue.nextDue()?.milliseconds(since: $0) }, Int64(16 * 3_600_000))
    }
}
