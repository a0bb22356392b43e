import DequeModule
import JSON

extension Venue {
    /// Returns when `tick` is due; `nil` if nothing is pending.
    public func nextDue() -> Instant? {
        Self.earlier(boardsDue, Self.earlier(watched.unwatchedDue, edge.unsentDue))
    }

    /// Returns the earlier of two instants, where `nil` means never.
    static func earlier(_ one: Instant?, _ other: Instant?) -> Instant? {
        guard let one, let other else { return one ?? other }
        return min(one, other)
    }

    private var boardsDue: Instant? {
        if let knownDue { return knownDue }
        // A closure would copy the venue.
        var earliest: Instant?
        for index in tip.indices {
            let due = memory[index] == nil ? tip[index].nextDue() : shown[index].nextDue()
            if due != nil, isInUse(index, among: tip) { earliest = Self.earlier(earliest, due) }
        }
        return earliest
    }

    /// Caches when boards are due until one of them changes.
    mutating func keepBoardsDue() { knownDue = .some(boardsDue) }

    /// Returns the time to wait until the next `tick`. It is at most a minute, because the machine
    /// may sleep and its clock may be set.
    public static func tickWaitMilliseconds(until due: Instant, at now: Instant) -> Int64 {
        min(max(due.milliseconds(since: now), 0), 60_000)
    }

    /// Applies everything that time has caused.
    public mutating func tick(at now: Instant) -> [Action] {
        recordClockSetBack(at: now)
        advance(to: now)
        edge.sendFolded(at: now, &views, making, into: &actions)
        dropUnwatched(at: now)
        return takeActions()
    }

    mutating func advance(to now: Instant) {
        keepBoardsDue()
        guard let due = boardsDue, due <= now else { return }
        for index in tip.indices {
            if memory[index] != nil {
                while advanceInMemory(index, to: now) {}
                continue
            }
            while isInUse(index, among: tip),
                let decision = tip[index].decideDue(at: moment(now))
            {
                append(
                    decision, of: index, at: moment(now), actor: .clock, mutationID: nil,
                    fingerprint: nil, waiting: [])
            }
        }
    }

    /// How far the clock may go back without an event. Until the clock has caught up, events get
    /// the time of the last one.
    private static let correctionMilliseconds: Int64 = 5_000

    /// Records that the clock was set back, so that later events can have correct times although
    /// they are earlier than the last one. The hub's clock steps back only when the earlier time
    /// has proved to be right. If no board records it, events get the time of the last one until
    /// the clock has caught up.
    mutating func recordClockSetBack(at now: Instant) {
        let latest = max(lastEventAt, memory.lastEventAt)
        guard latest.milliseconds(since: now) > Self.correctionMilliseconds else { return }
        // Boards in memory hear the event once it is durable.
        let isPending = pending.all.contains { $0.event.recordsSetBack }
        let last = isPending ? lastEventAt : latest
        guard last.milliseconds(since: now) > Self.correctionMilliseconds,
            let recorder = tip.firstIndex(where: \.recordsClock)
        else { return }
        append(
            Decision(
                kind: Event.clockSetBackKind, subject: "clock",
                data: ["from": .string(last.description)]),
            of: recorder, at: Moment(now: now, rev: tipRev + 1), actor: .clock, mutationID: nil,
            fingerprint: nil, waiting: [])
        watched.clockWasSetBack(to: now)
        edge.clockWasSetBack()
    }

    /// Returns the time and revision of the next event. The time is not before that of the last
    /// event, unless an event recorded that the clock was set back.
    func moment(_ now: Instant) -> Moment {
        Moment(now: max(now, lastEventAt), rev: tipRev + 1)
    }
}
