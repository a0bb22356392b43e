import JSON
import Sync
import TestSupport
import Testing

/// A random walk of a venue alone, from one seed: clients connect, leave, send and fall behind; the
/// journal delays and fails; the power fails. After every step every copy is compared with the
/// truth, in views of shapes that the real boards do not have.
struct VenueWalk {
    struct Asked {
        var id: String
        var action: String
        var arguments: JSON
    }

    var hub = TestHub()
    var truth = Truth()
    var screens: [Screen]
    var generator: SeededGenerator
    var asked: [Asked] = []
    private var nameCount = 0

    /// A view with parameters.
    static let named = "lab/named?prefix=N"

    init(seed: UInt64) {
        generator = SeededGenerator(seed: seed)
        let roles: [Role] = [.owner, .host, .host, .engineer, .display, .display, .guest, .guest]
        screens = roles.enumerated().map { index, role in
            Screen(
                principal: role == .guest
                    ? Principal(guestOf: .item("i_\(index)"))
                    : Principal(role: role, device: "d_\(index)"))
        }
    }

    mutating func random(_ range: Range<Int>) -> Int { Int.random(in: range, using: &generator) }

    mutating func step() throws {
        let index = random(0..<screens.count)
        let isConnected = screens[index].id != nil
        var actor: Int? = index
        switch random(0..<100) {
        case 0..<2 where isConnected: disconnect(index)
        case 0..<60 where !isConnected: connect(index)
        case 0..<32:
            // Clients that have the right act most of the time.
            actor = random(0..<8) > 0 ? random(0..<3) : index
            mutate(actor ?? index)
        case 32..<40:
            actor = random(0..<3)
            mutateAgain(actor ?? index)
        case 40..<62: hub.write(count: random(1..<6))
        case 62..<64: hub.failWriting()
        case 64..<67:
            hub.now = hub.now.adding(milliseconds: Int64(random(0..<200)))
            hub.tick()
        case 67..<70:
            let difference = random(0..<6) == 0 ? -30_000 : random(-3000..<9000)
            hub.now = hub.now.adding(milliseconds: Int64(difference))
            hub.tick()
        case 70..<78: subscribe(index)
        case 78..<81: unsubscribe(index)
        case 81..<86 where isConnected && !screens[index].isCongested: congest(index)
        case 81..<93:
            actor = screens.firstIndex { $0.isCongested }
            if let actor { drain(actor) }
        case 93..<98: ping(index)
        case 98 where random(0..<3) == 0: try restart()
        default: hub.write()
        }
        try look(actor: actor)
    }

    // MARK: Clients

    private mutating func connect(_ index: Int) {
        if screens[index].principal.role == .guest,
            !screens[index].copies.isEmpty || random(0..<2) > 0
        {
            // A new guest, whose item may not exist.
            let items = truth.lab.items.keys.sorted()
            let party = items.randomElement(using: &generator) ?? "i_1"
            screens[index] = Screen(
                principal: Principal(guestOf: .item(party)))
        }
        screens[index].id = hub.connect(screens[index].principal)
        for view in views(of: screens[index].principal.role) where random(0..<8) > 0 {
            subscribe(index, to: view)
        }
    }

    private func views(of role: Role) -> [String] {
        switch role {
        case .owner, .host, .engineer:
            [
                "lab/open", "lab/staff", "bell/open", Self.named, DotsBoard.shared,
                SparksBoard.shared,
            ]
        case .guest: ["lab/own", "bell/open"]
        default: ["lab/open", "bell/open", DotsBoard.shared]
        }
    }

    private mutating func disconnect(_ index: Int) {
        guard let id = screens[index].id else { return }
        hub.venue.disconnect(id, at: hub.now)
        _ = hub.heard(id)
        screens[index].disconnected()
    }

    private mutating func subscribe(_ index: Int) {
        let all = [
            "lab/open", "lab/staff", "lab/own", "bell/open", "no/such", Self.named,
            DotsBoard.shared, SparksBoard.shared,
        ]
        subscribe(index, to: all[random(0..<all.count)])
    }

    private mutating func subscribe(_ index: Int, to view: String) {
        guard let id = screens[index].id else { return }
        var since: (String, Int)?
        if let copy = screens[index].copies[view], random(0..<6) > 0 {
            since = (copy.epoch, copy.rev)
        }
        hub.subscribe(id, to: view, since: since)
    }

    private mutating func unsubscribe(_ index: Int) {
        guard let id = screens[index].id else { return }
        let watched = screens[index].watched.sorted()
        guard let view = watched.randomElement(using: &generator) else { return }
        hub.send(["type": "unsubscribe", "view": .string(view)], from: id)
        screens[index].watched.remove(view)
    }

    private mutating func congest(_ index: Int) {
        guard let id = screens[index].id else { return }
        hub.venue.congested(id)
        screens[index].isCongested = true
    }

    private mutating func drain(_ index: Int) {
        guard let id = screens[index].id else { return }
        hub.drain(id)
        screens[index].isCongested = false
    }

    private mutating func ping(_ index: Int) {
        guard let id = screens[index].id else { return }
        hub.send(["type": "ping", "n": 1], from: id)
    }

    // MARK: Mutations

    private mutating func mutate(_ index: Int) {
        guard screens[index].id != nil else { return }
        let (action, arguments) = request()
        let asking = Asked(id: "m\(asked.count)", action: action, arguments: arguments)
        asked.append(asking)
        send(asking, from: index, ifRev: random(0..<5) == 0 ? random(0..<truth.rev + 2) : nil)
    }

    private mutating func mutateAgain(_ index: Int) {
        guard screens[index].id != nil, var asking = asked.randomElement(using: &generator) else {
            return
        }
        if random(0..<4) == 0 { asking.arguments = ["other": true] }
        send(asking, from: index, ifRev: nil)
    }

    private mutating func send(_ asking: Asked, from index: Int, ifRev: Int?) {
        guard let id = screens[index].id else { return }
        screens[index].awaited[asking.id, default: 0] += 1
        hub.mutate(id, asking.id, asking.action, asking.arguments, ifRev: ifRev)
    }

    private mutating func request() -> (String, JSON) {
        nameCount += 1
        let name = JSON.string("NAME\(nameCount).")
        let secret = JSON.string("SECRET\(nameCount)")
        let items = truth.lab.items.keys.sorted()
        let item = JSON.string(items.randomElement(using: &generator) ?? "i_0")
        switch random(0..<24) {
        case 0..<3:
            let due = random(0..<3) == 0 ? JSON(random(0..<20_000)) : nil
            return ("lab.put", JSON(present: ["name": name, "secret": secret, "inMs": due]))
        case 3..<5: return ("lab.rename", ["item": item, "name": name])
        case 5: return ("lab.rename", ["item": item, "name": "the same"])
        case 6..<8: return ("lab.hush", ["item": item, "secret": secret])
        case 8: return ("lab.drop", ["item": item])
        case 9: return ("bell.ring", [:])
        case 10: return ("lab.nothing", [:])
        case 11: return ("lab.title", JSON(present: ["value": random(0..<3) == 0 ? nil : "title"]))
        case 12:
            let values: [JSON?] = [nil, "text", ["a": 1, "b": 2], [:], [1]]
            return ("lab.extra", JSON(present: ["value": values[random(0..<values.count)]]))
        case 13..<18:
            let dot = JSON.string("d\(random(0..<4))")
            return ("dots.move", ["dot": dot, "to": JSON(random(0..<3))])
        case 20..<24:
            let forMs = random(0..<2) == 0 ? JSON(random(0..<5_000)) : nil
            return ("sparks.light", JSON(present: ["item": item, "forMs": forMs]))
        case 18: return ("dots.drop", ["dot": .string("d\(random(0..<4))")])
        default:
            let value: JSON? = random(0..<2) == 0 ? nil : JSON(random(0..<3))
            return (
                "lab.pin", JSON(present: ["row": .string("r\(random(0..<3))"), "value": value])
            )
        }
    }
}
