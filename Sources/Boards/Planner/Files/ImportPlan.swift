import ICalendar
import JSON
import Sync

/// The changes that importing a file would make, and the batches in which they are made.
struct ImportPlan: Sendable {
    private(set) var addedCount = 0
    private(set) var updatedCount = 0
    private(set) var unchangedCount = 0
    private(set) var refused: [EventRefusal]
    /// The batches of the import action, each with up to 100 new or changed events.
    private(set) var batches: [[JSON]] = []
    private let flagged: [(uid: String, flag: EventFlag)]

    /// - Parameter calendar: the target of the events; `nil` for a new calendar.
    init(_ file: CalendarFile, on board: Planner, into calendar: CalendarID?) {
        refused = file.refused.map(EventRefusal.init(_:))
        let target = calendar ?? CalendarID(number: .max)
        var bytes = 0
        var kept: Set<String> = []
        for event in file.events {
            let step = board.importStep(event, into: target)
            let state: PlannedEvent
            switch step {
            case .added(let new): state = new
            case .updated(_, let new): state = new
            case .unchanged:
                unchangedCount += 1
                kept.insert(event.uid)
                continue
            }
            if let problem = Self.problem(of: state) {
                refused.append(
                    EventRefusal(line: file.lines[event.uid] ?? 0, uid: event.uid, problem))
                continue
            }
            kept.insert(event.uid)
            if case .added = step { addedCount += 1 } else { updatedCount += 1 }
            let json = PlannedEvent(calendar: .main, content: event).json
            let size = max(json.canonical.count, state.json.canonical.count)
            let isFull = (batches.last?.count ?? Planner.importCountMax) == Planner.importCountMax
            if isFull || bytes + size > Planner.importBytesMax {
                batches.append([])
                bytes = 0
            }
            batches[batches.count - 1].append(json)
            bytes += size
        }
        refused.sort { $0.line < $1.line }
        flagged = file.flagged.filter { kept.contains($0.uid) }
    }

    /// Returns the reason why the board can't keep an event, if any.
    private static func problem(of state: PlannedEvent) -> Reason? {
        let isWithinLimits = state.content.recurrence.isWithinLimits
        if state.content.changes.count > Planner.changeCountMax || !isWithinLimits {
            return Reason(.tooManyChanges, ["max": JSON(Planner.changeCountMax)])
        }
        let json = state.json
        if json.canonical.count > PlannedEvent.bytesMax { return Reason(.eventTooLarge) }
        return PlannedEvent(json) == nil ? Reason(.lastsTooLong) : nil
    }

    var flagCounts: [(flag: EventFlag, count: Int)] {
        EventFlag.allCases.map { flag in (flag, flagged.count { $0.flag == flag }) }
            .filter { $0.count > 0 }
    }

    var keptCount: Int { addedCount + updatedCount + unchangedCount }

    /// Returns the answer to the sender.
    ///
    /// - Parameter run: the completed import; `nil` for a preview.
    func report(of run: ImportRun?) -> JSON {
        let added = run?.addedCount ?? addedCount
        let updated = run?.updatedCount ?? updatedCount
        return JSON(present: [
            "calendar": run?.calendar.map { .string($0.text) }, "added": JSON(added),
            "updated": JSON(updated), "unchanged": JSON(keptCount - added - updated),
            "refused": .array(refused.map(\.json)),
            "flagged": .array(
                flagged.map { ["uid": .string($0.uid), "flag": .string($0.flag.rawValue)] }),
            "revs": .array((run?.revs ?? []).map { JSON($0) }),
        ])
    }
}

struct ImportRun: Sendable {
    /// The target calendar; `nil` until it exists.
    var calendar: CalendarID?
    var addedCount = 0
    var updatedCount = 0
    /// The revisions of its events, in order.
    var revs: [Int] = []

    /// Adds the result of a batch.
    mutating func note(_ result: JSON?, rev: Int) {
        calendar = result?["calendar"]?.text.flatMap(CalendarID.init(_:)) ?? calendar
        addedCount += result?["added"]?.integer ?? 0
        updatedCount += result?["updated"]?.integer ?? 0
        revs.append(rev)
    }
}
