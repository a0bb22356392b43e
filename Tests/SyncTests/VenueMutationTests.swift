import JSON
import Sync
import TestSupport
import Testing

@Suite struct VenueMutationTests {
    private var hub = TestHub()
    private static let item: JSON = ["name": "NAME1", "secret": "SECRET1"]

    @Test
    mutating func `sends nothing before the event is durable, and then the ack and the diffs`()
        throws
    {
        let host = hub.connect(.host)
        let display = hub.connect(.display)
        hub.subscribe(display, to: "lab/open")
        hub.subscribe(host, to: "lab/staff")
        hub.log = []
        hub.mutate(host, "m1", "lab.put", Self.item)
        expectEqual(hub.log, ["append 1"])
        try expectEqual(hub.venue.read("lab/open", by: Principal(role: .host, device: "d")).rev, 0)
        expectEqual(hub.venue.rev, 0)
        hub.log = []
        hub.write()
        expectEqual(hub.log.first, "1 ack m1 1")
        expectEqual(Set(hub.log[1...2]), ["2 diff lab/open 0-1", "1 diff lab/staff 0-1"])
        expectEqual(hub.log[3...], ["published 1"])
        expectEqual(
            hub.heard(host).first { $0["type"] == "ack" },
            [
                "type": "ack", "id": "m1", "rev": 1, "durable": "disk", "result": ["item": "i_1"],
            ])
        expectEqual(hub.venue.rev, 1)
    }

    @Test mutating func `an ack without a result has no member, never null`() {
        let host = hub.connect(.host)
        _ = hub.heard(host)
        hub.mutate(host, "m1", "lab.nothing")
        hub.write()
        expectEqual(hub.heard(host), [["type": "ack", "id": "m1", "rev": 1, "durable": "disk"]])
    }

    @Test mutating func `the event has the decision, the actor and the time`() {
        let host = hub.connect(.host)
        hub.mutate(host, "m1", "lab.put", Self.item)
        expectEqual(
            hub.unwritten.map(\.event),
            [
                Event(
                    rev: 1, at: hub.now, board: "lab", kind: "put", subject: "i_1", data: Self.item,
                    actor: "host:d_1", mutationID: "m1")
            ])
    }

    @Test
    mutating func `decides mutations by all earlier decisions, durable or not`() {
        let host = hub.connect(.host)
        _ = hub.heard(host)
        hub.mutate(host, "m1", "lab.put", Self.item)
        hub.mutate(host, "m2", "lab.drop", ["item": "i_1"])
        hub.mutate(host, "m3", "lab.drop", ["item": "i_1"])
        expectEqual(hub.words(to: host), ["reject m3 not_found"])
        hub.write()
        expectEqual(hub.words(to: host), ["ack m1 1", "ack m2 2"])
    }

    @Test mutating func `acks of new mutations are in the order of revisions, whoever sent them`() {
        let hosts = (0..<3).map { _ in hub.connect(.host) }
        for number in 0..<9 {
            hub.mutate(hosts[number * 7 % 3], "m\(number)", "bell.ring")
        }
        hub.log = []
        hub.write(count: 4)
        hub.write()
        let acks = hub.log.filter { $0.contains("ack") }.map { $0.split(separator: " ").last }
        expectEqual(acks, (1...9).map { "\($0)" })
        expectEqual(hub.published.map(\.rev), Array(1...9))
    }

    @Test
    mutating func `a repeated id waits for its pending event, and gets the same answer`() {
        let host = hub.connect(.host)
        let other = hub.connect(.owner)
        (_, _) = (hub.heard(host), hub.heard(other))
        hub.mutate(host, "m0", "lab.nothing")
        hub.mutate(host, "m1", "lab.put", Self.item)
        hub.mutate(other, "m1", "lab.put", Self.item)
        hub.mutate(host, "m1", "lab.put", Self.item, ifRev: 0)
        #expect(hub.heard(host).isEmpty && hub.heard(other).isEmpty)
        expectEqual(hub.unwritten.count, 2)
        hub.write(count: 1)
        hub.mutate(other, "m1", "lab.put", Self.item)
        hub.write()
        let answers = hub.heard(host)
        expectEqual(answers.map(TestHub.words), ["ack m0 1", "ack m1 2", "ack m1 2 replayed"])
        expectEqual(hub.words(to: other), ["ack m1 2 replayed", "ack m1 2 replayed"])
        expectEqual(answers[1]["result"], answers[2]["result"])
        expectNil(answers[1]["replayed"])
    }

    @Test
    mutating func `a repeated id gets the first answer, on any connection and after a restart`() {
        let host = hub.connect(.host)
        hub.mutate(host, "m1", "lab.put", Self.item)
        hub.write()
        hub.mutate(host, "m2", "lab.drop", ["item": "i_1"])
        hub.write()
        for round in 0..<3 {
            let another = hub.connect(.owner)
            _ = hub.heard(another)
            let args: JSON = ["secret": "SECRET1", "name": "NAME1"]
            hub.mutate(another, "m1", "lab.put", args, ifRev: round)
            expectEqual(
                hub.heard(another),
                [
                    [
                        "type": "ack", "id": "m1", "rev": 1, "durable": "disk", "replayed": true,
                        "result": ["item": "i_1"],
                    ]
                ])
            #expect(hub.unwritten.isEmpty)
            hub.restart()
        }
        expectEqual(hub.venue.rev, 2)
    }

    static let reuses: [(String, JSON)] = [
        ("lab.put", ["name": "NAME1", "secret": "other"]), ("lab.put", ["name": "NAME1"]),
        ("lab.put", [:]), ("lab.nothing", ["name": "NAME1", "secret": "SECRET1"]),
        ("lab.put", ["name": "NAME1", "secret": "SECRET1", "more": .null]),
        ("bell.ring", [:]), ("lab.drop", ["item": "no such"]),
    ]

    @Test(arguments: reuses)
    mutating func `rejects a known id for another mutation: pending, durable and after a restart`(
        action: String, arguments: JSON
    ) {
        var host = hub.connect(.host)
        _ = hub.heard(host)
        hub.mutate(host, "m1", "lab.put", Self.item)
        hub.mutate(host, "m1", action, arguments)
        expectEqual(hub.words(to: host), ["reject m1 id_reused"])
        hub.write()
        _ = hub.heard(host)
        hub.mutate(host, "m1", action, arguments)
        expectEqual(hub.words(to: host), ["reject m1 id_reused"])
        hub.restart()
        host = hub.connect(.host)
        _ = hub.heard(host)
        hub.mutate(host, "m1", action, arguments)
        expectEqual(hub.words(to: host), ["reject m1 id_reused"])
        expectEqual(hub.venue.rev, 1)
    }

    @Test mutating func `compares arguments as JSON values`() {
        let host = hub.connect(.host)
        _ = hub.heard(host)
        hub.send(
            #"{"type":"mutate","id":"a","action":"lab.title","args":{"value":4,"x":"\u00e9"}}"#,
            from: host)
        hub.send(
            #"{"args":{"x":"é","value":4.0},"action":"lab.title","id":"a","type":"mutate"}"#,
            from: host)
        hub.write()
        expectEqual(hub.words(to: host), ["ack a 1", "ack a 1 replayed"])
    }

    @Test mutating func `anybody may reuse a rejected id for anything`() {
        let host = hub.connect(.host)
        let owner = hub.connect(.owner)
        (_, _) = (hub.heard(host), hub.heard(owner))
        hub.mutate(host, "m1", "lab.drop", ["item": "i_1"])
        hub.mutate(host, "m1", "lab.put")
        hub.mutate(host, "m1", "no.such")
        expectEqual(
            hub.words(to: host),
            [
                "reject m1 not_found", "reject m1 invalid", "reject m1 unknown_action",
            ])
        hub.mutate(owner, "m1", "lab.put", Self.item)
        hub.write()
        expectEqual(hub.words(to: owner), ["ack m1 1"])
    }

    /// The role, id, action, arguments and ifRev, in a venue where `known` was used for another
    /// action, and `i_1` is stuck and was changed by revision 2.
    static let orders: [(Role, String, String, JSON, Int?, String)] = [
        (.display, "known", "no.such", [:], 0, "unknown_action"),
        (.display, "known", "lab.such", [:], 0, "unknown_action"),
        (.display, "known", "lab", [:], 0, "unknown_action"),
        (.display, "known", "", [:], 0, "unknown_action"),
        (.host, "new", "bell.put", [:], nil, "unknown_action"),
        (.display, "known", "lab.drop", [:], 0, "forbidden"),
        (.engineer, "new", "lab.drop", ["item": "i_1"], nil, "forbidden"),
        (.guest, "known", "lab.drop", ["item": "i_1"], nil, "forbidden"),
        (.display, "new", "bell.ring", [:], nil, "forbidden"),
        (.host, "known", "lab.drop", [:], 0, "id_reused"),
        (.host, "new", "lab.drop", [:], 0, "invalid"),
        (.host, "new", "lab.drop", ["item": 7], 0, "invalid"),
        (.host, "new", "lab.drop", ["item": "i_9"], 0, "not_found"),
        (.host, "new", "lab.drop", ["item": "i_1"], 1, "stale"),
        (.host, "new", "lab.drop", ["item": "i_1"], 2, "conflict"),
        (.host, "new", "lab.drop", ["item": "i_1"], nil, "conflict"),
    ]

    @Test(arguments: orders)
    mutating func `checks a mutation in the protocol's order`(
        role: Role, id: String, action: String, arguments: JSON, ifRev: Int?, code: String
    ) {
        let host = hub.connect(.host)
        hub.mutate(host, "known", "lab.put", Self.item)
        hub.mutate(host, "m2", "lab.rename", ["item": "i_1", "name": "stuck"])
        hub.write()
        let client = hub.connect(role)
        _ = hub.heard(client)
        hub.log = []
        hub.mutate(client, id, action, arguments, ifRev: ifRev)
        expectEqual(
            hub.log,
            [
                "\(client.number) reject \(id) \(code)",
                // The id that a guest without a place chose is not published.
                "rejected \(role == .guest ? "" : id) \(code)",
            ])
        #expect(hub.unwritten.isEmpty)
    }

    @Test mutating func `answers an invalid mutation with every field's problem`() {
        let host = hub.connect(.host)
        _ = hub.heard(host)
        hub.mutate(host, "m1", "lab.put")
        expectEqual(
            hub.heard(host),
            [
                [
                    "type": "reject", "id": "m1", "code": "invalid",
                    "problems": [
                        [
                            "field": "name", "message": "Name is a required field.",
                            "reason": "required",
                        ],
                        [
                            "field": "secret", "message": "Secret is a required field.",
                            "reason": "required",
                        ],
                    ],
                ]
            ])
    }

    @Test
    mutating func `with an unreadable journal, accepts new ids and answers known ones unavailable`()
    {
        let host = hub.connect(.host)
        hub.mutate(host, "m1", "lab.put", Self.item)
        hub.write()
        _ = hub.heard(host)
        hub.journal.setReadable(false)
        hub.mutate(host, "m1", "lab.put", Self.item)
        hub.mutate(host, "m2", "lab.put", Self.item)
        // The answer of a pending mutation is known without the journal.
        hub.mutate(host, "m2", "lab.put", Self.item)
        expectEqual(hub.words(to: host), ["reject m1 unavailable"])
        expectEqual(hub.unwritten.count, 1)
        hub.journal.setReadable(true)
        hub.mutate(host, "m1", "lab.put", Self.item)
        hub.write()
        expectEqual(hub.words(to: host), ["ack m1 1 replayed", "ack m2 2", "ack m2 2 replayed"])
    }

    @Test
    mutating func `answers to the given client id, even without a connection`() {
        let asking = ClientID(number: 1000)
        let mutation = Mutation(
            id: "m1", action: "lab.put", arguments: Self.item.members ?? [:])
        let host = Principal(role: .host, device: "d_9")
        for _ in 0..<2 {
            hub.perform(hub.venue.mutate(mutation, of: asking, by: host, at: hub.now))
        }
        hub.write()
        expectEqual(hub.words(to: asking), ["ack m1 1", "ack m1 1 replayed"])
        let guest = Principal(guestOf: .item("i_2"))
        hub.perform(hub.venue.mutate(mutation, of: asking, by: guest, at: hub.now))
        expectEqual(hub.words(to: asking), ["reject m1 forbidden"])
    }

    @Test mutating func `records an importer's decision once`() throws {
        func decide(_ board: LabBoard, _ moment: Moment) throws(Rejection) -> Decision {
            Decision(kind: "put", subject: "i_\(moment.rev)", data: Self.item)
        }
        for isDurable in [false, true] {
            let (event, actions) = try hub.venue.record(
                mutationID: "import-1", actor: "import", at: hub.now, to: LabBoard.self, decide)
            expectEqual(event?.rev, (isDurable ? nil : 1))
            hub.perform(actions)
            let again = try hub.venue.record(
                mutationID: "import-1", actor: "import", at: hub.now, to: LabBoard.self, decide)
            #expect(again.event == nil && again.actions.isEmpty)
            hub.write()
        }
        hub.restart()
        let again = try hub.venue.record(
            mutationID: "import-1", actor: "import", at: hub.now, to: LabBoard.self, decide)
        expectNil(again.event)
        expectEqual(hub.published.map(\.actor), ["import"])
    }
}
