import BoardKit
import DequeModule
import JSON
import Sync

/// The rounds of tabs that are open or left in this service day, and the rounds that were finished
/// last.
struct Kitchen: Sendable {
    /// A round without anything left to make.
    private struct Finished: Sendable, Comparable {
        let at: Instant
        let tab: Int
        let round: Int
        let row: String

        static func < (one: Finished, other: Finished) -> Bool {
            (one.at, one.tab, one.round) < (other.at, other.tab, other.round)
        }
    }

    /// The rounds that an event changed.
    struct Change: Sendable {
        /// The previous states of the changed rounds, by row; `nil` for new ones.
        fileprivate var before: [String: KitchenRound?] = [:]
        /// The previous lists of last finished rounds, by station. The whole kitchen has an empty
        /// name.
        fileprivate var recentBefore: [String: [String]] = [:]
    }

    static let recentMax = 20

    private var rounds: [String: KitchenRound] = [:]
    /// The finished rounds by station, in the order in which they were finished. The whole kitchen
    /// has an empty name.
    private var finished: [String: Deque<Finished>] = [:]

    /// Replaces the rounds of some tabs.
    ///
    /// - Returns: `nil` if nothing has changed.
    mutating func replace(_ old: [KitchenRound], by new: [KitchenRound]) -> Change? {
        guard old != new else { return nil }
        var change = Change()
        for round in new { change.before.updateValue(nil, forKey: round.row) }
        for round in old { change.before.updateValue(round, forKey: round.row) }
        for station in (old + new).reduce(into: Set([""]), { $0.formUnion($1.stations) }) {
            change.recentBefore[station] = recent(station)
        }
        for round in old { remove(round) }
        for round in new { insert(round) }
        return change
    }

    /// Returns the document of a station, or of the whole kitchen (`nil`).
    func document(of station: String?) -> Document {
        var waiting: [String: JSON] = [:]
        for (row, round) in rounds {
            guard let seen = round.seen(from: station), seen.isWaiting else { continue }
            waiting[row] = seen.json
        }
        var done: [String: JSON] = [:]
        for row in recent(station ?? "") { done[row] = rounds[row]?.seen(from: station)?.json }
        return Document(["rounds": .object(waiting), "recent": .object(done)])
    }

    /// Returns the changed rows of a station's view.
    func rows(of station: String?, in view: String, changedBy change: Change) -> [RowChange] {
        var changes: [RowChange] = []
        func add(_ member: String, _ row: String, _ old: KitchenRound?, _ new: KitchenRound?) {
            guard old != new else { return }
            changes.append(
                RowChange(
                    view: view, member: member, row: row,
                    making: new.map { round in { @Sendable in round.json } }))
        }
        func before(_ row: String) -> KitchenRound? {
            guard let known = change.before[row] else { return rounds[row]?.seen(from: station) }
            return known?.seen(from: station)
        }
        for row in change.before.keys.sorted() {
            let old = before(row)
            let new = rounds[row]?.seen(from: station)
            add(
                "rounds", row, old?.isWaiting == true ? old : nil,
                new?.isWaiting == true ? new : nil)
        }
        let now = Set(recent(station ?? ""))
        let earlier = change.recentBefore[station ?? ""].map { Set($0) } ?? now
        for row in now.union(earlier).sorted() {
            add(
                "recent", row, earlier.contains(row) ? before(row) : nil,
                now.contains(row) ? rounds[row]?.seen(from: station) : nil)
        }
        return changes
    }

    /// Returns the rows of the rounds that were finished last.
    private func recent(_ station: String) -> [String] {
        finished[station]?.suffix(Self.recentMax).map(\.row) ?? []
    }

    private mutating func insert(_ round: KitchenRound) {
        rounds[round.row] = round
        for (station, place) in Self.places(of: round) {
            let index = finished[station]?.partitionPoint { $0 > place } ?? 0
            finished[station, default: []].insert(place, at: index)
        }
    }

    private mutating func remove(_ round: KitchenRound) {
        rounds[round.row] = nil
        for (station, place) in Self.places(of: round) {
            guard let index = finished[station]?.partitionPoint(where: { $0 >= place }),
                index < finished[station]?.count ?? 0, finished[station]?[index] == place
            else { continue }
            finished[station]?.remove(at: index)
            if finished[station]?.isEmpty == true { finished[station] = nil }
        }
    }

    /// Returns the round's places among the finished ones, in the whole kitchen and at each
    /// station.
    private static func places(of round: KitchenRound) -> [(station: String, place: Finished)] {
        var places: [(station: String, place: Finished)] = []
        for station in [""] + round.stations {
            guard let at = round.seen(from: station.isEmpty ? nil : station)?.doneAt else {
                continue
            }
            let place = Finished(
                at: at, tab: round.tab.rev, round: round.round, row: round.row)
            places.append((station: station, place: place))
        }
        return places
    }
}
