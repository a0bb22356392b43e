import Store
import Sync

/// The effects on the simulated disk, changed with the events that they follow from, as the store
/// changes them.
struct KeptEffects {
    private struct Row {
        var effect: WaitingEffect
        var isDead = false
    }

    private let prefix: String
    private let venue: String
    private var rows: [String: Row] = [:]
    private var lastNumber: Int64 = 0

    init(venue: String, epoch: String) {
        self.venue = venue
        prefix = "\(venue):\(epoch):"
    }

    /// The event was written.
    mutating func take(_ entry: JournalEntry) {
        for (number, effect) in entry.effects.enumerated() {
            lastNumber += 1
            let key = "\(prefix)\(entry.event.rev):\(number)"
            rows[key] = Row(
                effect: WaitingEffect(
                    number: lastNumber, venue: venue, key: key, target: effect.target,
                    data: effect.data, keptAt: entry.event.at,
                    until: entry.event.at.adding(
                        milliseconds: effect.lifetime.components.seconds * 1_000),
                    tryCount: 0, outcome: effect.outcome))
        }
        if let change = entry.effectChange { carryOut(change, at: entry.event.at) }
    }

    private mutating func carryOut(_ change: EffectChange, at now: Instant) {
        switch change {
        case .forget(let key): rows[key] = nil
        case .noteTries(let key, let count, let problem): note(key, count, problem)
        case .giveUp(let key, let count, let problem):
            if rows[key]?.effect.isDropped == true { rows[key] = nil }
            note(key, count, problem)
            rows[key]?.isDead = true
        case .retry(let key):
            guard let row = rows[key], row.isDead else { return }
            let lifetime = row.effect.until.milliseconds(since: row.effect.keptAt)
            rows[key]?.isDead = false
            rows[key]?.effect.until = now.adding(milliseconds: lifetime)
        case .drop(let key):
            guard let row = rows[key] else { return }
            if row.isDead || row.effect.outcome == nil {
                rows[key] = nil
            } else {
                rows[key]?.effect.until = Instant(milliseconds: 0)
            }
        }
    }

    private mutating func note(_ key: String, _ tryCount: Int, _ problem: String?) {
        rows[key]?.effect.tryCount = tryCount
        rows[key]?.effect.isReported = problem != nil
    }

    mutating func forget(_ key: String) { rows[key] = nil }

    /// Those that wait, in the order in which they were kept.
    func waiting(after number: Int64, limit: Int) -> [WaitingEffect] {
        let waiting = rows.values.filter { !$0.isDead && $0.effect.number > number }
        return Array(
            waiting.map(\.effect).sorted { $0.number < $1.number }.prefix(limit))
    }

    subscript(key: String) -> KeptEffect? {
        rows[key].map { $0.isDead ? .dead : .waiting($0.effect) }
    }

    /// One that waits; `nil` if none does.
    var anyWaiting: String? { rows.values.first { !$0.isDead }?.effect.key }
}
