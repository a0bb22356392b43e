import JSON
import TestSupport
import Testing

@testable import Sync

/// What a client says that it has painted, and what the venue makes of that.
@Suite struct VenuePaintingTests {
    private var hub = TestHub()
    private let screen: ClientID
    private let host: ClientID

    init() {
        host = hub.connect(.host)
        screen = hub.connect(.display)
        _ = hub.heard(screen)
    }

    private func painted(_ rev: Int, _ hash: String, of view: String = "lab/open") -> String {
        #"{"type":"painted","view":"\#(view)","rev":\#(rev),"hash":"\#(hash)"}"#
    }

    /// The last one that a client was told.
    private mutating func hash(to id: ClientID) -> String? {
        hub.heard(id).compactMap { $0["hash"]?.text }.last
    }

    private mutating func put(_ name: String) {
        hub.mutate(host, name, "lab.put", ["name": .string(name), "secret": "SECRET"])
        hub.write()
    }

    @Test mutating func `a right painting is judged right; a wrong one is a drift and is replaced`()
        throws
    {
        put("A")
        hub.subscribe(screen, to: "lab/open")
        let hashSaid = hash(to: screen)
        let hash = try #require(hashSaid)
        hub.log = []
        hub.send(painted(1, hash), from: screen)
        expectEqual(hub.log, ["\(screen.number) painted lab/open 1 right"])
        hub.log = []
        hub.send(painted(1, hash == "00000001" ? "00000002" : "00000001"), from: screen)
        expectEqual(
            hub.log,
            [
                "\(screen.number) painted lab/open 1 wrong",
                "\(screen.number) drifted lab/open 1", "\(screen.number) snapshot lab/open 1",
            ])
        // The fresh copy is one that diffs go on from.
        put("B")
        expectEqual(hub.words(to: screen).last, "diff lab/open 1-2")
    }

    @Test mutating func `what can't be judged any more is taken down; what can't be is not`() {
        put("A")
        hub.send(painted(1, "12345678"), from: screen)
        #expect(!hub.log.contains { $0.contains("painted") })
        hub.subscribe(screen, to: "lab/open")
        put("B")
        hub.log = []
        // An earlier revision; then one still to come, none, a view not watched, one there is not.
        hub.send(painted(1, "12345678"), from: screen)
        hub.send(painted(9, "12345678"), from: screen)
        hub.send(painted(-1, "12345678"), from: screen)
        hub.send(painted(2, "12345678", of: "lab/staff"), from: screen)
        hub.send(painted(2, "12345678", of: "nothing/here"), from: screen)
        expectEqual(hub.log, ["\(screen.number) painted lab/open 1"])
    }

    @Test mutating func `one whose output is full gets the right copy once there is room`() {
        put("A")
        hub.subscribe(screen, to: "lab/open")
        _ = hub.venue.settle(congested: [screen])
        _ = hub.heard(screen)
        hub.send(painted(1, "00000001"), from: screen)
        expectEqual(hub.words(to: screen), [])
        hub.drain(screen)
        expectEqual(hub.words(to: screen), ["snapshot lab/open 1"])
    }

    @Test mutating func `a guest's own view is judged, too`() throws {
        let guest = hub.connect(guestOf: "i_1")
        put("NAME")
        hub.subscribe(guest, to: "lab/own")
        let hashSaid = hash(to: guest)
        let hash = try #require(hashSaid)
        hub.log = []
        hub.send(painted(1, hash, of: "lab/own"), from: guest)
        expectEqual(hub.log, ["\(guest.number) painted lab/own 1 right"])
        hub.send(painted(1, "0badcafe", of: "lab/own"), from: guest)
        expectEqual(hub.words(to: guest), ["snapshot lab/own 1"])
    }

    @Test mutating func `masked and whole forms of a view each have a hash of their own`() throws {
        hub.mutate(host, "a", "lab.put", ["name": "NAME", "secret": "SECRET"])
        hub.write()
        let engineer = hub.connect(.engineer)
        for id in [host, engineer] { hub.subscribe(id, to: "lab/staff") }
        let wholeSaid = hash(to: host)
        let whole = try #require(wholeSaid)
        let maskedSaid = hash(to: engineer)
        let masked = try #require(maskedSaid)
        #expect(whole != masked)
        hub.log = []
        hub.send(painted(1, whole, of: "lab/staff"), from: host)
        hub.send(painted(1, masked, of: "lab/staff"), from: engineer)
        expectEqual(
            hub.log,
            [
                "\(host.number) painted lab/staff 1 right",
                "\(engineer.number) painted lab/staff 1 right",
            ])
    }

    @Test mutating func `the more there are, the further their reports are spread`() {
        let few = hub.connect(.display)
        #expect(hub.heard(few).first?["paintedSpreadMs"] == nil)
        for _ in 0..<20 { _ = hub.connect(.display) }
        let many = hub.connect(.display)
        #expect(hub.heard(many).first?["paintedSpreadMs"] == 2)
    }
}
