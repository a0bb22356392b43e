import CalendarMerging
import CalendarPeers
import CalendarSync
import ICalendar
import JSON
import TestSupport
import Testing

/// Makes random edits of one event over a network that loses requests and answers. In the end
/// Google has the hub's event exactly once.
@Suite struct GoogleWalkTests {
    /// A hub that knows one event, and takes its own side in each merge.
    private struct Hub {
        let house = GoogleHouse()
        var generator: SeededGenerator
        var content: CalendarEvent?
        var copy: RemoteCopy?
        /// The event of the last attempted write.
        private var attempt: CalendarEvent?

        init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

        /// Makes a random edit that a person can make.
        mutating func edit() throws {
            guard var event = content else {
                content = try GoogleSamples.dinner(
                    rule: Bool.random(using: &generator) ? "FREQ=WEEKLY;COUNT=5" : nil)
                return
            }
            let week = Int.random(in: 0..<5, using: &generator)
            let key = GoogleSamples.key(week: week)
            let word = String(Int.random(in: 0..<4, using: &generator))
            switch Int.random(in: 0..<9, using: &generator) {
            case 0: content = nil
            case 1, 2: content = event.titled("Dinner " + word)
            case 3:
                event.details.location = event.details.location == nil ? word : nil
                content = event
            case 4:
                let count = Int.random(in: 2...5, using: &generator)
                event.recurrence.rules = [try RecurrenceRule("FREQ=WEEKLY;COUNT=\(count)")]
                content = event.tidied
            case 5,
                6 where event.recurrence.repeats:
                content = event.with(key, GoogleSamples.change("Feast " + word, week: week)).tidied
            case 7 where event.recurrence.repeats: content = event.without(key).tidied
            case 8:
                event.recurrence.exclusions = []
                event.changes = [:]
                content = event
            default: break
            }
        }

        /// Writes the wanted state, and returns whether it was reached.
        mutating func write() -> Bool {
            // The attempted event may exist although no answer confirmed it.
            let maybe = attempt.map { RemoteCopy(name: "", tag: nil, base: $0) }
            attempt = content ?? attempt
            switch house.write(content, over: copy ?? (content == nil ? maybe : nil)) {
            case .stored(let name, let tag, let changeTags, let stored):
                expectNil(stored)
                guard let content else { return false }
                copy = RemoteCopy(name: name, tag: tag, changeTags: changeTags, base: content)
                return true
            case .deleted:
                copy = nil
                attempt = nil
                return true
            case .changedThere(let items):
                for item in items { take(item) }
                return false
            case .refused(let status):
                Issue.record("refused: \(status)")
                return false
            case nil: return false
            }
        }

        private mutating func take(_ item: RemoteItem) {
            switch item {
            case .deleted: copy = nil
            case .series(let name, let tag, var event, _):
                if let old = copy?.base {
                    event.recurrence.exclusions = old.recurrence.exclusions
                    event.changes = old.changes
                    event = event.tidied
                }
                copy = RemoteCopy(
                    name: name, tag: tag, changeTags: copy?.changeTags ?? [:], base: event)
            case .occurrence(_, let key, let tag, let change):
                guard let base = copy?.base else { return }
                copy?.base = change.map { base.with(key, $0) } ?? base.without(key)
                if change != nil { copy?.base.recurrence.exclusions.remove(key) }
                copy?.changeTags[key] = tag
            case .whole, .unreadable: Issue.record("Google has no such items")
            }
        }

        /// Returns the event that a second hub would fetch, without tags.
        func there() -> CalendarEvent? {
            var event: CalendarEvent?
            for item in house.changes().flatMap(\.items) {
                switch item {
                case .series(_, _, let series, _):
                    expectNil(event)
                    event = series
                case .occurrence(_, let key, _, let change):
                    event = change.map { event?.with(key, $0) } ?? event?.without(key)
                default: Issue.record("\(item)")
                }
            }
            return event
        }
    }

    @Test(arguments: 0..<150)
    func `Google ends up with the hub's event, whatever messages are lost`(seed: UInt64) throws {
        var hub = Hub(seed: seed)
        let faults: [GoogleServerFault.Kind] = [
            .lostAnswer, .lostAnswer, .lostRequest, .backend, .cutAnswer,
        ]
        for _ in 0..<12 {
            for _ in 0..<Int.random(in: 1...3, using: &hub.generator) { try hub.edit() }
            if let fault = faults.randomElement(using: &hub.generator) {
                hub.house.order(
                    fault, after: Int.random(in: 0..<8, using: &hub.generator))
            }
            if Bool.random(using: &hub.generator) { _ = hub.write() }
        }
        hub.house.server.with { _ = $0.order(["fault": "clear"]) }
        var tries = 0
        while !hub.write(), tries < 10 { tries += 1 }
        #expect(tries < 10)
        let there = hub.there()
        expectEqual(there?.occurrences, hub.content?.occurrences)
        expectEqual(there?.uid, hub.content?.uid)
    }
}

extension CalendarEvent {
    /// The event without exclusions and changes of occurrences that its series lacks.
    fileprivate var tidied: CalendarEvent {
        var plain = recurrence
        plain.exclusions = []
        plain.changes = [:]
        var event = self
        let has = { (key: OccurrenceKey) in
            var budget = ExpansionBudget.window
            return plain.occurrence(at: key, floatingIn: .utc, budget: &budget) != nil
        }
        event.recurrence.exclusions = recurrence.exclusions.filter(has)
        event.changes = changes.filter {
            has($0.key) && !event.recurrence.exclusions.contains($0.key)
        }
        return event
    }

    /// The occurrences as texts.
    fileprivate var occurrences: [String] {
        var budget = ExpansionBudget.window
        let expansion = recurrence.occurrences(
            from: 0, to: 4_000_000_000, floatingIn: .utc, budget: &budget)
        return expansion.occurrences.map {
            let details = $0.change.flatMap { changes[$0]?.details } ?? details
            return "\($0.startSeconds) \($0.endSeconds) \(details.title) \(details.location ?? "-")"
        }
    }
}
