import BoardKit
import JSON
import Sync

/// The effects of all boards that failed at least once: waiting for a retry, or dead.
struct TroubledEffects: Sendable, Equatable {
    /// The most waiting effects that are shown. Any other gets a row when a later attempt fails.
    static let waitingCountMax = 100

    private(set) var reports: [String: EffectReport] = [:]
    /// The ids of the most recently dropped effects, the newest at the end.
    private var dropped: [String] = []
    private static let droppedCountMax = 100

    subscript(id: String) -> EffectReport? { reports[id] }

    /// Whether to accept a report. The report of an attempt that was under way when its effect was
    /// dropped is ignored. A report that an effect was dropped counts only if the effect is shown,
    /// because any other one was carried out in the meantime.
    func takes(_ report: EffectReport) -> Bool {
        switch report.state {
        case .done: true
        case .dropped: reports[report.id] != nil
        case .waiting, .dead: !dropped.contains(report.id)
        }
    }

    /// - Returns: The ids of the changed rows.
    mutating func note(_ report: EffectReport) -> [String] {
        guard takes(report) else { return [] }
        if report.state.isFinal { return remove(report.id) }
        let known = reports
        reports[report.id] = report
        let touched = Set([report.id] + trim())
        return touched.filter { reports[$0] != known[$0] }.sorted()
    }

    /// Drops an effect at the owner's request.
    mutating func drop(_ id: String) -> [String] {
        dropped.append(id)
        dropped = Array(dropped.suffix(Self.droppedCountMax))
        return remove(id)
    }

    private mutating func remove(_ id: String) -> [String] {
        reports.removeValue(forKey: id) == nil ? [] : [id]
    }

    /// Retries an effect at the owner's request.
    mutating func retry(_ id: String, at now: Instant) -> [String] {
        guard var report = reports[id] else { return [] }
        report.state = .waiting
        report.nextAt = now
        return note(report)
    }

    private func count(_ state: EffectReport.State) -> Int {
        reports.values.count { $0.state == state }
    }

    /// Removes the oldest effects, as the store does.
    private mutating func trim() -> [String] {
        var removed: [String] = []
        for (state, countMax) in [
            (EffectReport.State.waiting, Self.waitingCountMax), (.dead, EffectReport.deadCountMax),
        ] where count(state) > countMax {
            let oldest = reports.values.filter { $0.state == state }
                .min { ($0.since, $0.id) < ($1.since, $1.id) }
            if let oldest { removed += remove(oldest.id) }
        }
        return removed
    }
}

extension House {
    static let effectsView = "house/effects"

    func decideNoteEffect(_ asked: Asked) throws(Rejection) -> Decision {
        try asked.checkArguments()
        guard let report = asked.mutation.effect, effects.takes(report) else {
            throw Rejection(.notFound, .noEffect)
        }
        let kind: Kind =
            switch report.state {
            case .waiting: .effectDelayed
            case .dead: .effectGivenUp
            case .done: .effectDelivered
            case .dropped: .effectDropped
            }
        return Self.decision(kind, of: report.id)
    }

    func decideRetry(_ asked: inout Asked) throws(Rejection) -> Decision {
        let id = try effect(&asked)
        return Self.decision(.effectRetried, of: id, effectChange: .retry(key: id))
    }

    func decideDrop(_ asked: inout Asked) throws(Rejection) -> Decision {
        let id = try effect(&asked)
        return Self.decision(.effectDropped, of: id, effectChange: .drop(key: id))
    }

    private func effect(_ asked: inout Asked) throws(Rejection) -> String {
        let effect: ItemID = try asked.last("effect")
        guard effects[effect.text] != nil else { throw Rejection(.notFound, .noEffect) }
        return effect.text
    }

    /// Applies an event of any board.
    mutating func noteEffects(_ event: Event) -> [RowChange] {
        let changed = changedEffects(by: event)
        return changed.map { id in
            RowChange(view: Self.effectsView, member: "effects", row: id, value: effects[id]?.row)
        }
    }

    private mutating func changedEffects(by event: Event) -> [String] {
        if let report = event.effect { return effects.note(report) }
        guard event.board == name else { return [] }
        switch Kind(rawValue: event.kind) {
        case .effectRetried: return effects.retry(event.subject, at: event.at)
        case .effectDropped: return effects.drop(event.subject)
        default: return []
        }
    }
}

extension TroubledEffects {
    package func write(to writer: inout StateWriter) {
        writer.write(reports.sorted { $0.key < $1.key }.map { $0.value.json.canonicalText })
        writer.write(dropped)
    }

    init(from reader: inout StateReader) throws(StateError) {
        for text in try reader.read([String].self) {
            guard let json = try? JSON(parsing: Array(text.utf8)),
                let report = EffectReport(json)
            else { throw StateError("the report of an effect is malformed") }
            reports[report.id] = report
        }
        dropped = try reader.read()
    }
}
