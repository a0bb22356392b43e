import ICalendar
import TestSupport

@testable import CalendarMerging

/// One event that both sides edit at random, and its merge.
struct Story: CustomStringConvertible {
    let base: CalendarEvent
    let ours: EditWalk
    let theirs: EditWalk
    let seed: UInt64
    private let merge: Merge

    private static let zone = EditWalk.zone

    init(seed: UInt64) {
        self.seed = seed
        var random = SeededGenerator(seed: seed ^ 0xFEED)
        base = EditWalk.base(seed: seed)
        var ours = EditWalk(base, side: 0, seed: seed)
        var theirs = EditWalk(base, side: 1, seed: seed)
        ours.edit(Int.random(in: 0...4, using: &random))
        theirs.edit(Int.random(in: 0...4, using: &random))
        self.ours = ours
        self.theirs = theirs
        merge = Merge(
            base: base, ours: ours.event, theirs: theirs.event, floatingIn: Self.zone)
    }

    private func merge(
        _ base: CalendarEvent?, _ ours: CalendarEvent?, _ theirs: CalendarEvent?
    ) -> Merge { Merge(base: base, ours: ours, theirs: theirs, floatingIn: Self.zone) }

    private func isSame(_ a: CalendarEvent?, _ b: CalendarEvent?) -> Bool {
        guard let a, let b else { return a == nil && b == nil }
        return a.says(theSameAs: b, floatingIn: Self.zone)
            && b.says(theSameAs: a, floatingIn: Self.zone)
    }

    /// The first law that is broken.
    var problem: String? {
        sameProblem ?? twiceProblem ?? mirrorProblem ?? settlingProblem ?? lossProblem
            ?? placeProblem
    }

    // MARK: Laws

    private var sameProblem: String? {
        for side in [ours.event, theirs.event] {
            guard merge(base, base, side) == Merge(side) else {
                return "one side alone, theirs: \(merge(base, base, side))"
            }
            let alone = merge(base, side, base)
            guard alone.issues.isEmpty, alone.content == side || isSame(alone.content, side) else {
                return "one side alone, ours: \(alone)"
            }
            guard merge(base, side, side) == Merge(side) else { return "both the same" }
        }
        return nil
    }

    private var twiceProblem: String? {
        let again = merge(theirs.event, merge.content, theirs.event)
        guard again.issues.isEmpty, isSame(again.content, merge.content) else {
            return "merged twice: \(merge)\n\(again)"
        }
        return nil
    }

    private var mirrorProblem: String? {
        let here = merge
        let there = merge(base, theirs.event, ours.event)
        guard here.issues.isEmpty, there.issues.isEmpty else {
            // The chosen series decides which occurrences exist.
            let isOneSeries = !here.issues.contains {
                $0.at == nil && [.when, .repeat, .deleted].contains($0.field)
            }
            return !isOneSeries || here.issues.count == there.issues.count
                ? nil : "unequal issues: \(here)\n\(there)"
        }
        return isSame(here.content, there.content) ? nil : "not mirrored: \(here)\n\(there)"
    }

    private var settlingProblem: String? {
        var random = SeededGenerator(seed: seed ^ 0x5E77)
        var content = merge.content
        for issue in merge.issues.shuffled(using: &random) {
            content =
                Bool.random(using: &random)
                ? issue.takingTheirs(in: content, floatingIn: Self.zone)
                : issue.takingOurs(in: content, floatingIn: Self.zone)
        }
        guard theirs.event != nil || content != nil else { return nil }
        let sent = merge(theirs.event, content, theirs.event)
        guard sent.issues.isEmpty, isSame(sent.content, content) else {
            return "not settled: \(merge)\n\(sent)"
        }
        return nil
    }

    // MARK: Invariant 6

    /// A value that one side has added but that is neither in the result nor in an issue.
    private var lossProblem: String? {
        let known = EventValues(allOf: base)
        var found = merge.content.map { EventValues(allOf: $0) } ?? EventValues()
        for issue in merge.issues {
            found.add(issue.ours)
            found.add(issue.theirs)
        }
        for side in [ours.event, theirs.event].compactMap(\.self) {
            let values = EventValues(side)
            let lost = values.texts.subtracting(known.texts).subtracting(found.texts)
            guard lost.isEmpty else { return "lost \(lost): \(merge)" }
            let lostTimes = values.times.subtracting(known.times).subtracting(found.times)
            guard lostTimes.isEmpty else { return "lost \(lostTimes): \(merge)" }
            let lostRules = values.rules.subtracting(known.rules).subtracting(found.rules)
            guard lostRules.isEmpty else { return "lost \(lostRules): \(merge)" }
        }
        return nil
    }

    /// A value that the result has at another occurrence than the side that set it.
    private var placeProblem: String? {
        guard let content = merge.content, let mine = ours.event, let other = theirs.event,
            !ours.hasShiftedOnGrid, !theirs.hasShiftedOnGrid
        else { return nil }
        let start = When(content.recurrence)
        let isOurs = start.begins(
            with: When(mine.recurrence), isSeries: true, floatingIn: Self.zone)
        let names = content.hasMaster && !isOurs ? theirs.names : ours.names
        let result = MergeSide(event: content, zone: Self.zone)
        let old = MergeSide(event: base, zone: Self.zone)
        for (walk, event) in [(ours, mine), (theirs, other)] {
            let side = MergeSide(event: event, zone: Self.zone)
            for (key, name) in walk.names {
                guard let there = names[key] else { continue }
                let isKnown = merge.issues.contains {
                    // An issue of a single event is also one of its occurrence.
                    $0.at == there || $0.at == nil && $0.field == .deleted
                        || $0.at == nil && $0.field == .title && !content.recurrence.repeats
                }
                if isKnown { continue }
                // Skip an occurrence that the side's own rule no longer generates.
                let isExcluded = side.isExcluded(name)
                let isChanged = isExcluded != old.isExcluded(key)
                if isChanged, isExcluded || side.happens(name),
                    result.happens(there) == isExcluded
                {
                    return "\(name.text) as \(there.text) excluded: \(isExcluded): \(merge)"
                }
                let title = event.changes[name]?.details.title
                if side.happens(name), let title, title != side.usual(name).details.title,
                    title != base.changes[key]?.details.title,
                    title != base.details.title,
                    result.present(there).details.title != title
                {
                    return "\(name.text) as \(there.text) is not \(title): \(merge)"
                }
            }
        }
        return nil
    }

    var description: String {
        """
        seed \(seed)
        base \(base.text)
        ours \(ours.log.joined(separator: "; "))
        theirs \(theirs.log.joined(separator: "; "))
        """
    }
}

extension MergeSide {
    fileprivate func happens(_ key: OccurrenceKey) -> Bool {
        guard !isExcluded(key) else { return false }
        return event.changes[key] != nil
            || event.hasMaster && recurrence.generates(key, floatingIn: zone)
    }
}

extension Merge {
    fileprivate init(_ content: CalendarEvent?) {
        self.init(base: nil, ours: content, theirs: content, floatingIn: .utc)
    }
}

extension CalendarEvent {
    /// The event as a file.
    var text: String {
        var text = CalendarText(name: nil)
        text.append(self)
        let lines = String(decoding: text.finished(), as: UTF8.self)
            .split(separator: "\r\n").map(String.init)
        let from = lines.firstIndex(of: "BEGIN:VEVENT") ?? 0
        return lines[from...].joined(separator: " ")
    }
}

extension MergeValue: CustomStringConvertible {
    var description: String {
        switch self {
        case .text(let text): text ?? "none"
        case .when(let start, let length): "\(start.key.text)+\(length.days)d\(length.seconds)"
        case .rules(let rules, let dates):
            "\(rules.map(\.text)) \(dates.map(\.start.key.text))"
        case .flag(let flag): "\(flag)"
        case .status(let status): "\(status?.rawValue ?? "none")"
        case .event(let event): event?.text ?? "deleted"
        case .change(let change):
            change.map {
                "\($0.details.title) \($0.time.start.key.text)+\($0.time.length.seconds)"
            } ?? "deleted"
        }
    }
}

extension Merge: CustomStringConvertible {
    var description: String {
        "\n  content \(content?.text ?? "deleted")"
            + issues.map {
                "\n  issue \($0.at?.text ?? "") \($0.field) \($0.ours) / \($0.theirs)"
            }.joined()
    }
}
