import Sync

/// The fate of every effect, according to the events alone.
struct EffectLedger {
    enum State {
        case waiting, dead, done, dropped
    }

    struct Fate {
        var target: String
        var state = State.waiting
        /// Whether the owner dropped the effect. An attempt may have been under way.
        var isDroppedByOwner = false
        /// Whether the effect was once given up. If so, it may be carried out after later ones.
        var wasDead = false
    }

    private let prefix: String
    private(set) var fates: [String: Fate] = [:]
    /// The keys for each target, in the order in which the effects have to be carried out.
    private(set) var order: [String: [String]] = [:]

    init(venue: String, epoch: String) { prefix = "\(venue):\(epoch):" }

    /// - Parameter effects: the effects that follow from the event.
    /// - Returns: the broken promise, if any.
    mutating func take(_ event: Event, _ effects: [Effect]) -> String? {
        for (number, effect) in effects.enumerated() {
            let key = "\(prefix)\(event.rev):\(number)"
            fates[key] = Fate(target: effect.target)
            order[effect.target, default: []].append(key)
        }
        if let report = event.effect { return take(report, by: event) }
        guard event.board == "house", var fate = fates[event.subject] else { return nil }
        switch event.kind {
        case "effect_retried":
            if fate.state == .dead { fate.state = .waiting }
        case "effect_dropped":
            fate.isDroppedByOwner = true
            if fate.state == .waiting || fate.state == .dead { fate.state = .dropped }
        default: break
        }
        fates[event.subject] = fate
        return nil
    }

    private mutating func take(_ report: EffectReport, by event: Event) -> String? {
        guard var fate = fates[report.id] else { return "there is no effect \(report.id)" }
        // After the owner dropped it, the board gets one report.
        let isOver =
            fate.isDroppedByOwner ? fate.state == .done : fate.state != .waiting
        if isOver { return "\(report.id) is \(report.state) at \(event.rev) and was \(fate.state)" }
        switch report.state {
        case .waiting: break
        case .dead:
            fate.wasDead = true
            fate.state = fate.isDroppedByOwner ? .done : .dead
        case .done, .dropped: fate.state = .done
        }
        fates[report.id] = fate
        return nil
    }

    /// Returns the first effect that must precede this one, and was neither carried out nor given
    /// up.
    func predecessor(of key: String, hasArrived: (String) -> Bool) -> String? {
        guard let target = fates[key]?.target else { return nil }
        return order[target]?.prefix { $0 != key }.first { earlier in
            guard let fate = fates[earlier], !fate.wasDead else { return false }
            return fate.state == .waiting && !hasArrived(earlier)
        }
    }
}
