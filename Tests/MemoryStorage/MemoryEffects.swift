import JSON
package import Storage
package import Sync

/// The effects, which change together with the events that cause them.
package struct MemoryEffects: Sendable {
    private struct Row {
        var effect: WaitingEffect
        var isDead = false
    }

    private var rows: [String: Row] = [:]
    private var lastNumber: Int64 = 0
    /// The keys of effects without events, by venue.
    private var keys: [String: [String]] = [:]

    package init() {}

    /// Applies a written entry: keeps its new effects and changes others.
    package mutating func take(_ entry: JournalEntry, in venue: String, epoch: String) {
        if let change = entry.effectChange { carryOut(change, at: entry.event.at) }
        entry.forEachEffect(of: venue, epoch: epoch) { effect, key in
            add(effect, key: key, in: venue, at: entry.event.at)
        }
    }

    /// Keeps an effect without an event, if its key is new.
    mutating func keep(_ effect: Effect, key: String, in venue: String, at now: Instant) {
        guard keys[venue]?.contains(key) != true else { return }
        keys[venue] = (keys[venue] ?? []).suffix(MemoryStorage.keyCountMax - 1) + [key]
        add(effect, key: key, in: venue, at: now)
    }

    private mutating func add(
        _ effect: Effect, key: String, in venue: String, at now: Instant
    ) {
        guard rows[key] == nil else { return }
        lastNumber += 1
        rows[key] = Row(
            effect: WaitingEffect(
                number: lastNumber, venue: venue, key: key, target: effect.target,
                data: effect.data, sealed: effect.sealed?.canonical, keptAt: now,
                until: effect.end(from: now), tryCount: 0, outcome: effect.outcome))
    }

    private mutating func carryOut(_ change: EffectChange, at now: Instant) {
        switch change {
        case .forget(let key): rows[key] = nil
        case .noteTries(let key, let count, let problem): note(key, count, problem)
        case .giveUp(let key, let count, let problem):
            if rows[key]?.effect.isDropped == true { rows[key] = nil }
            note(key, count, problem)
            rows[key]?.isDead = true
            forgetOldestDead()
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

    private mutating func forgetOldestDead() {
        let dead = Dictionary(
            grouping: rows.values.filter(\.isDead).map(\.effect), by: \.venue)
        for effects in dead.values where effects.count > EffectReport.deadCountMax {
            let newestFirst = effects.sorted { ($0.keptAt, $0.key) > ($1.keptAt, $1.key) }
            for effect in newestFirst.dropFirst(EffectReport.deadCountMax) {
                rows[effect.key] = nil
            }
        }
    }

    package mutating func forget(_ key: String) { rows[key] = nil }

    /// Returns the waiting effects, in the order in which they were kept.
    package func waiting(after number: Int64, limit: Int) -> [WaitingEffect] {
        let waiting = rows.values.filter { !$0.isDead && $0.effect.number > number }
        return Array(
            waiting.map(\.effect).sorted { $0.number < $1.number }.prefix(limit))
    }

    package subscript(key: String) -> KeptEffect? {
        rows[key].map { $0.isDead ? .dead : .waiting($0.effect) }
    }

    /// The key of any waiting effect.
    package var anyWaiting: String? { rows.values.first { !$0.isDead }?.effect.key }
}
