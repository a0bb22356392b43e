import DequeModule
import Storage

/// The waiting effects, in one lane for each target of a venue. The first effect of a lane is tried
/// until it is settled; the others wait behind it.
struct EffectLanes {
    struct Key: Hashable {
        var venue: String
        var target: String

        init(_ effect: WaitingEffect) {
            venue = effect.venue
            target = effect.target
        }
    }

    /// The state of the first effect of a lane.
    enum Phase: Equatable {
        case idle
        /// An attempt is under way.
        ///
        /// - Parameter isDropped: whether the owner has dropped the effect since it began.
        case trying(isDropped: Bool)
        /// The effect is tried again when this timer ends.
        case pausing(timer: Int)
        /// The outcome is being reported.
        case settling
    }

    private struct Lane {
        /// The effects in the order of their numbers, except that the effect under way stays first.
        var waiting: Deque<WaitingEffect> = []
        var phase = Phase.idle
    }

    /// The number of effects that can wait for one target. Beyond it, the oldest are given up.
    static let waitingCountMax = 1_000

    private var lanes: [Key: Lane] = [:]

    /// Adds an effect. Does nothing if it is already in its lane.
    ///
    /// - Returns: an effect to give up because too many wait. It was removed from the lane.
    mutating func add(_ effect: WaitingEffect) -> WaitingEffect? {
        let key = Key(effect)
        var lane = lanes.removeValue(forKey: key) ?? Lane()
        defer { lanes[key] = lane }
        let first = lane.phase == .idle ? 0 : 1
        guard !lane.waiting.contains(where: { $0.number == effect.number }) else { return nil }
        let later = lane.waiting.indices.dropFirst(first).first {
            lane.waiting[$0].number > effect.number
        }
        lane.waiting.insert(effect, at: later ?? lane.waiting.count)
        guard lane.waiting.count > Self.waitingCountMax else { return nil }
        return lane.waiting.remove(at: 1)
    }

    /// Returns the first effect of a lane, and marks it as being tried. Returns `nil` if the lane
    /// is empty or busy.
    mutating func begin(_ key: Key) -> WaitingEffect? {
        guard lanes[key]?.phase == .idle, let effect = lanes[key]?.waiting.first else { return nil }
        lanes[key]?.phase = .trying(isDropped: false)
        return effect
    }

    /// Returns the phase of an effect; `nil` unless it is the first of its lane.
    func phase(of effect: WaitingEffect) -> Phase? {
        guard let lane = lanes[Key(effect)], lane.waiting.first?.number == effect.number else {
            return nil
        }
        return lane.phase
    }

    /// Sets the phase of the first effect of a lane.
    mutating func set(_ phase: Phase, of effect: WaitingEffect) {
        lanes[Key(effect)]?.phase = phase
    }

    /// Begins a pause of the first effect of a lane, after a failed attempt.
    ///
    /// - Returns: the number of effects that wait behind it.
    mutating func pause(_ effect: WaitingEffect, tryCount: Int, timer: Int) -> Int {
        let key = Key(effect)
        guard var lane = lanes.removeValue(forKey: key) else { return 0 }
        lane.waiting[0].tryCount = tryCount
        lane.waiting[0].isReported = true
        lane.phase = .pausing(timer: timer)
        lanes[key] = lane
        return lane.waiting.count - 1
    }

    /// Ends a pause. Does nothing if the lane is not pausing.
    ///
    /// - Parameter timer: the timer that has ended; `nil` to end the pause before its timer.
    mutating func endPause(of key: Key, timer: Int? = nil) {
        guard case .pausing(let pausing) = lanes[key]?.phase, timer ?? pausing == pausing else {
            return
        }
        lanes[key]?.phase = .idle
    }

    /// Removes an effect. If it was the first of its lane, the next one can begin.
    mutating func remove(_ effect: WaitingEffect) {
        let key = Key(effect)
        guard var lane = lanes[key],
            let index = lane.waiting.firstIndex(where: { $0.number == effect.number })
        else { return }
        lane.waiting.remove(at: index)
        if index == 0 { lane.phase = .idle }
        lanes[key] = lane.waiting.isEmpty ? nil : lane
    }

    /// Returns the effect with this key; `nil` if it does not wait.
    func effect(_ key: String) -> WaitingEffect? {
        for lane in lanes.values {
            if let effect = lane.waiting.first(where: { $0.key == key }) { return effect }
        }
        return nil
    }

    var isEmpty: Bool { lanes.isEmpty }
}
