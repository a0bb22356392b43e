import JSON
import Sync
import Testing

@Suite struct VenueMaskingTests {
    @Test func `an engineer sees every row, and no secret in any message`() throws {
        var hub = TestHub()
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
        #expect(
            heard.map(TestHub.words).dropFirst() == [
                "subscribed lab/staff afresh", "snapshot lab/staff 1", "live lab/staff 1",
                // The third revision changed only what is masked.
                "diff lab/staff 1-2", "diff lab/staff 2-4",
                "subscribed lab/staff afresh", "snapshot lab/staff 4", "live lab/staff 4",
            ])
        for message in heard { #expect(!message.canonicalText.contains("SECRET")) }
        #expect(
            heard[7]["doc"] == [
                "items": [
                    "i_1": ["name": "c", "secret": "•••", "place": 1],
                    "i_2": ["name": "b", "secret": "•••", "place": 2],
                ]
            ])
    }

    @Test func `a host sees what an engineer does not`() {
        var hub = TestHub()
        let host = hub.connect(.host)
        hub.mutate(host, "m1", "lab.put", ["name": "a", "secret": "SECRET1"])
        hub.write()
        hub.subscribe(host, to: "lab/staff")
        hub.mutate(host, "m2", "lab.hush", ["item": "i_1", "secret": "SECRET2"])
        hub.write()
        let heard = hub.heard(host)
        #expect(heard.map(TestHub.words).suffix(2) == ["diff lab/staff 1-2", "ack m2 2"])
        #expect(heard.contains { $0.canonicalText.contains("SECRET1") })
        #expect(heard.contains { $0.canonicalText.contains("SECRET2") })
    }

    @Test(arguments: Role.allCases)
    func `an event's data is masked for everybody but owners`(role: Role) {
        var hub = TestHub()
        hub.mutate(hub.connect(.host), "m1", "lab.put", ["name": "a", "secret": "SECRET1"])
        hub.write()
        let event = hub.venue.event(hub.published[0], maskedFor: role)
        #expect((event.data["secret"] == "SECRET1") == (role == .owner))
        #expect(event.data["name"] == "a")
        #expect(event.rev == 1)
    }
}
