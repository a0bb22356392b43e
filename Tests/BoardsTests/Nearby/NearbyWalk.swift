import JSON
import Sync
import TestSupport

/// A house in random use, with valid and invalid requests.
struct NearbyWalk {
    private(set) var bench = NearbyBench()
    private var generator: SeededGenerator
    /// The number of accepted requests of each verb.
    private(set) var accepted: [String: Int] = [:]
    /// The last accepted request.
    private(set) var last: (verb: String, arguments: [String: JSON]) = ("", [:])
    private(set) var rounds: [String] = []
    private var friends: [(id: String, key: String, round: String)] = []

    static let verbs = [
        "add", "add", "edit", "remove", "visit", "visit", "unvisit", "open", "choose", "choose",
        "choose", "drop", "join", "join", "answer", "answer", "answer", "answer",
        "dismiss", "close", "reopen", "undo", "undo", "undo", "configure", "wait", "mail",
        "note_mail",
    ]

    init(seed: UInt64) {
        generator = SeededGenerator(seed: seed)
        bench.loadAll()
        try? bench.setSender()
    }

    /// Makes a random request.
    ///
    /// - Returns: whether the request was accepted.
    mutating func step() -> Bool {
        let verb = pick(Self.verbs) ?? "add"
        let count = bench.events.count
        let arguments = arguments(of: verb)
        if verb == "wait" {
            bench.wait(hours: number(1...40))
        } else {
            let result = try? bench.ask(
                verb, arguments, by: asker(of: verb, arguments),
                effect: verb == "note_mail" ? report() : nil)
            if let round = result?["round"]?.text { rounds.append(round) }
            if let friend = result?["friend"]?.text, let key = result?["key"]?.text {
                friends.append((friend, key, arguments["round"]?.text ?? ""))
            }
        }
        guard bench.events.count > count else { return false }
        accepted[verb, default: 0] += 1
        last = (verb, arguments)
        return true
    }

    private func asker(of verb: String, _ arguments: [String: JSON]) -> Principal {
        switch verb {
        case "configure": NearbyBench.owner
        case "note_mail": .hub
        case "join": NearbyBench.guest(of: arguments["round"]?.text ?? "")
        case "answer" where arguments["key"] != nil:
            NearbyBench.guest(of: friends.first { $0.id == arguments["friend"]?.text }?.round ?? "")
        default: NearbyBench.host
        }
    }

    private mutating func arguments(of verb: String) -> [String: JSON] {
        switch verb {
        case "add" where chance(40):
            ["ref": pick(["osm:node/1", "osm:node/2", "osm:node/9"]) ?? ""]
        case "add": details()
        case "edit": details().merging(["favourite": favourite()]) { $1 }
        case "remove": ["favourite": favourite()]
        case "visit": ["favourite": favourite(), "on": "2026-11-19", "notes": notes()]
        case "unvisit": ["visit": thing("v_")]
        case "open": ["title": "Round"]
        case "choose" where chance(30): ["round": round(), "ref": "osm:node/1"]
        case "choose": ["round": round(), "favourite": favourite()]
        case "drop": ["option": option(of: round())]
        case "join": ["round": round(), "name": "Friend"]
        case "answer": answer()
        case "dismiss": ["friend": .string(pick(friends)?.id ?? "g_1")]
        case "close":
            chance(50) ? ["round": round()] : closing()
        case "reopen": ["round": round()]
        case "mail": ["round": round(), "to": ["ada@example.org", "bo@example.org"]]
        case "note_mail": pick(bench.effects.suffix(8))?.outcome?.arguments ?? [:]
        case "undo": ["rev": JSON(max(1, bench.rev - number(0...8)))]
        case "configure":
            chance(50)
                ? ["units": pick(["km", "mi", "auto"]) ?? ""]
                : ["lat": JSON(number(0...50)), "lon": 7]
        default: [:]
        }
    }

    private mutating func closing() -> [String: JSON] {
        let round = round()
        return ["round": round, "option": option(of: round)]
    }

    private mutating func answer() -> [String: JSON] {
        guard let friend = pick(friends) else { return [:] }
        var arguments: [String: JSON] = ["friend": .string(friend.id)]
        if chance(80) { arguments["key"] = .string(friend.key) }
        if chance(50) { arguments["coming"] = pick(["yes", "no", "maybe", .null]) ?? .null }
        if chance(70) {
            let known = (bench.round(friend.round)?["options"]?.members?.keys.sorted() ?? [])
            arguments["votes"] = .array(known.filter { _ in chance(50) }.map(JSON.string))
        }
        return arguments
    }

    private mutating func report() -> EffectReport {
        EffectReport(
            id: "main:k3f9:7:0", target: "mail:l_7.0",
            state: pick([.done, .dead, .dropped]) ?? .done,
            since: bench.now, tryCount: 1)
    }

    private mutating func details() -> [String: JSON] {
        var details: [String: JSON] = ["name": .string("Place \(number(1...9))")]
        if chance(50) { details["rating"] = JSON.number(Double(number(1...10)) / 2) }
        if chance(50) { details["notes"] = notes() }
        if chance(20) { (details["lat"], details["lon"]) = (JSON(number(-90...90)), 3) }
        return details
    }

    private mutating func notes() -> JSON { chance(30) ? .null : .string("notes \(number(1...9))") }

    private mutating func favourite() -> JSON {
        let known = bench.document("nearby/host")?["favourites"]?.members?.keys.sorted() ?? []
        return chance(85) ? .string(pick(known) ?? "f_1") : thing("f_")
    }

    private mutating func round() -> JSON { .string(pick(rounds.suffix(4)) ?? "r_1") }

    private mutating func option(of round: JSON) -> JSON {
        let known = bench.round(round.text ?? "")?["options"]?.members?.keys.sorted() ?? []
        return chance(85) ? .string(pick(known) ?? "o_1") : thing("o_")
    }

    private mutating func thing(_ prefix: String) -> JSON {
        .string(prefix + String(number(1...max(bench.rev, 1)), radix: 36))
    }

    mutating func number(_ range: ClosedRange<Int>) -> Int { .random(in: range, using: &generator) }

    private mutating func chance(_ percent: Int) -> Bool { number(0...99) < percent }

    private mutating func pick<Elements: Collection>(_ elements: Elements) -> Elements.Element? {
        elements.randomElement(using: &generator)
    }
}
