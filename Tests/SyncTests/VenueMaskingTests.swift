import JSON
import Sync
import TestSupport
import Testing

@Suite struct VenueMaskingTests {
    private var hub = TestHub()

    @Test mutating func `an engineer sees every row, and no secret in any message`() throws {
        let host = hub.connect(.host)
        let engineer = hub.connect(.engineer)
        hub.mutate(host, "m1", "lab.put", ["name": "a", "secret": "SECRET1"])
        hub.write()
        hub.subscribe(engineer, to: "lab/staff")
        hub.mutate(host, "m2", "lab.put", ["name": "b", "secret": "SECRET2"])
        hub.mutate(host, "m3", "lab.hush", ["item": "i_1", "secret": "SECRET3"])
        hub.mutate(host, "m4", "lab.rename", ["item": "i_1", "name": "c"])
        hub.write()
        hub.subscribe(engineer, to: "lab/staff", since: ("k3f9", 0))
        let heard = hub.heard(engineer)
        expectEqual(
            heard.map(TestHub.words).dropFirst(),
            [
                "subscribed lab/staff afresh", "snapshot lab/staff 1", "live lab/staff 1",
                "diff lab/staff 1-2", "diff lab/staff 2-3", "diff lab/staff 3-4",
                "subscribed lab/staff afresh", "snapshot lab/staff 4", "live lab/staff 4",
            ])
        for message in heard { #expect(!message.canonicalText.contains("SECRET")) }
        expectEqual(
            heard[8]["doc"],
            [
                "items": [
                    "i_1": ["name": "c", "secret": "•••", "place": 1],
                    "i_2": ["name": "b", "secret": "•••", "place": 2],
                ]
            ])
    }

    @Test
    mutating func `a masked change counts for a host and an engineer alike`() throws {
        let host = hub.connect(.host)
        let engineer = hub.connect(.engineer)
        for client in [host, engineer] { hub.subscribe(client, to: "lab/staff") }
        hub.mutate(host, "m1", "lab.put", ["name": "a", "secret": "SECRET1"])
        hub.mutate(host, "m2", "lab.hush", ["item": "i_1", "secret": "SECRET2"])
        hub.mutate(host, "m3", "lab.nothing")
        hub.write()
        let toHost = hub.heard(host).filter { $0["type"] == "diff" }
        let toEngineer = hub.heard(engineer).filter { $0["type"] == "diff" }
        expectEqual(toEngineer.map(TestHub.words), ["diff lab/staff 0-1", "diff lab/staff 1-2"])
        expectEqual(toEngineer.map(TestHub.words), toHost.map(TestHub.words))
        try #require(toEngineer.count == 2)
        expectEqual(toEngineer[1]["patch"], [])
        expectEqual(toEngineer[1]["hash"], toEngineer[0]["hash"])
        #expect(toHost[1]["hash"] != toHost[0]["hash"])
        for _ in 0..<2 {
            let revs = try [Role.host, .engineer].map { role in
                try hub.venue.read("lab/staff", by: Principal(role: role, device: "d")).rev
            }
            expectEqual(revs, [2, 2])
            hub.restart()
        }
    }

    @Test mutating func `a host sees the secrets that an engineer does not`() {
        let host = hub.connect(.host)
        hub.mutate(host, "m1", "lab.put", ["name": "a", "secret": "SECRET1"])
        hub.write()
        hub.subscribe(host, to: "lab/staff")
        hub.mutate(host, "m2", "lab.hush", ["item": "i_1", "secret": "SECRET2"])
        hub.write()
        let heard = hub.heard(host)
        expectEqual(heard.map(TestHub.words).suffix(2), ["ack m2 2", "diff lab/staff 1-2"])
        #expect(heard.contains { $0.canonicalText.contains("SECRET1") })
        #expect(heard.contains { $0.canonicalText.contains("SECRET2") })
    }

    @Test mutating func `a board's own role reads exactly what the room's screens read`() throws {
        hub.mutate(hub.connect(.host), "m1", "lab.put", ["name": "a", "secret": "SECRET1"])
        hub.write()
        let room = ViewDeclaration(name: "lab/display", scope: .shared, readers: [.display])
        let cook = Role(rawValue: "kitchen")
        #expect(room.isReadable(by: cook))
        #expect(!room.isReadable(by: .engineer))
        #expect(throws: ViewRefusal.forbidden) {
            try hub.venue.read("lab/staff", by: Principal(role: cook, device: "d_9"))
        }
    }

    @Test func `shows the id of a mutation unless it came by the join link`() {
        // A guest who acts on another item, as a board allows, did not come by the join link.
        for (actor, isTold) in [
            ("host:d_1", true), ("guest:i_2", true), ("guest:j_2", false), ("clock", true),
        ] {
            let event = Event(
                rev: 9, at: TestHub.start, board: "lab", kind: "dropped", subject: "i_7",
                data: [:], actor: Actor(actor), mutationID: "m1")
            #expect((event.publicMutationID != nil) == isTold, "\(actor)")
            #expect((event.cloudEvent(venue: "main", epoch: "e")["mutationid"] != nil) == isTold)
        }
    }

    @Test(arguments: Role.ofEveryVenue)
    mutating func `masks an event's data for everybody but owners`(role: Role) {
        hub.mutate(hub.connect(.host), "m1", "lab.put", ["name": "a", "secret": "SECRET1"])
        hub.write()
        let event = hub.venue.event(hub.published[0], maskedFor: role)
        #expect((event.data["secret"] == "SECRET1") == (role == .owner))
        expectEqual(event.data["name"], "a")
        expectEqual(event.rev, 1)
    }
}
