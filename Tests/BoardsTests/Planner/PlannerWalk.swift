import JSON
import Sync
import TestBoards
import TestSupport

/// A random planner in use, with watched views.
struct PlannerWalk {
    private(set) var bench = PlannerBench()
    private var generator: SeededGenerator
    /// The number of accepted requests of each verb.
    private(set) var accepted: [String: Int] = [:]
    /// The last accepted request.
    private(set) var last: (action: String, arguments: [String: JSON]) = ("", [:])

    static let days = PlannerDays(around: "2026-05-04", monday: "2026-05-04", hoursAhead: 2)

    init(seed: UInt64) {
        generator = SeededGenerator(seed: seed)
        bench.watch(Self.days.views.map { "planner/\($0)?\($1)=\($2)" })
    }

    /// Makes a random request.
    ///
    /// - Returns: Whether the request was accepted.
    mutating func step() -> Bool {
        var requests = PlannerRequests(
            bench, of: Self.days, after: bench.events, from: generator)
        defer { generator = requests.generator }
        let verb = requests.pick(PlannerRequests.verbs) ?? "add"
        let count = bench.events.count
        if verb == "day" {
            guard requests.chance(30) else { return false }
            bench.beginDay()
            last = (verb, [:])
        } else {
            guard let request = requests.request(verb) else { return false }
            let isOwners = verb.contains("calendar") || verb.contains("configure")
            let asker = isOwners ? PlannerBench.owner : PlannerBench.host
            guard (try? bench.ask(request.action, request.arguments, by: asker)) != nil else {
                return false
            }
            last = request
        }
        guard bench.events.count > count else { return false }
        accepted[verb, default: 0] += 1
        return true
    }

    mutating func number(_ range: ClosedRange<Int>) -> Int {
        Int.random(in: range, using: &generator)
    }
}

extension VenueBench where Board == BenchedPlanner {
    /// The documents of the watched views, and of those that always exist.
    var watchedDocuments: [String: JSON] { PlannerWalk.days.documents(in: self) }

    /// The same documents, each rebuilt.
    var documentsAnew: [String: JSON] {
        var all: [String: JSON] = [:]
        for (view, parameter, value) in PlannerWalk.days.views {
            all["\(view) \(value)"] = document("planner/\(view)", [(parameter, value)])
        }
        all["display"] = agenda
        all["calendars"] = calendars
        return all
    }

    /// Returns the watched views that differ from their rebuilt documents.
    func wrongDocuments(_ views: [(name: String, parameter: String, value: String)]) -> [String] {
        let deserted = deserted()
        return views.compactMap { view, parameter, value in
            let made = deserted.message("planner/\(view)", [(parameter, value)])
            let kept = venue.document(of: "planner/\(view)?\(parameter)=\(value)")
            if kept?.hash == Self.hash(in: made) { return nil }
            let anew = deserted.document("planner/\(view)", [(parameter, value)])
            return "\(view) \(value): \(kept?.json ?? .null), not \(anew ?? .null)"
        }
    }
}
