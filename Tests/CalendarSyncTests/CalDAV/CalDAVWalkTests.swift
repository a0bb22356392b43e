import CalendarMerging
import CalendarPeers
import Destinations
import HTTPTypes
import ICalendar
import Locks
import TestSupport
import Testing

@testable import CalendarSync

/// Makes random writes on both sides, with all possible failures between them. At rest the planner
/// has the server's events.
@Suite struct CalDAVWalkTests {
    @Test(arguments: 0..<100)
    func `both sides agree at rest, whatever was lost in between`(seed: Int) throws {
        var walk = Walk(seed: seed)
        for _ in 0..<40 { try walk.step() }
        try walk.rest()
    }

    private struct Walk {
        private struct Copy: Equatable {
            var tag: String?
            var event: CalendarEvent
        }

        private var generator: SeededGenerator
        private var bench: CalDAVBench
        private var token: String?
        private var copies: [String: Copy] = [:]
        /// A write without an answer, to be repeated.
        private var waiting: RemoteWrite?
        private var count = 0

        init(seed: Int) {
            var generator = SeededGenerator(seed: UInt64(seed))
            let habits = Self.habits(&generator)
            bench = CalDAVBench { $0.habits = habits }
            self.generator = generator
            let faults = Locked(SeededGenerator(seed: UInt64(seed) ^ 0xFA17))
            bench.server.setFault { request in faults.with { Self.fault(of: request, &$0) } }
        }

        private static func habits(_ generator: inout SeededGenerator) -> CalDAVState.Habits {
            var habits = CalDAVState.Habits()
            habits.hasSyncTokens = Bool.random(using: &generator)
            habits.tellsShortLives = Bool.random(using: &generator)
            habits.hasCtag = Bool.random(using: &generator)
            habits.tellsTags = Bool.random(using: &generator)
            if Bool.random(using: &generator) { habits.namesPerPage = 2 }
            if Int.random(in: 0..<4, using: &generator) == 0 {
                habits.altering = { text in
                    Array(
                        String(decoding: text, as: UTF8.self)
                            .replacing("END:VEVENT", with: "X-SEEN:1\r\nEND:VEVENT").utf8)
                }
            }
            return habits
        }

        private static func fault(
            of request: OutgoingRequest, _ generator: inout SeededGenerator
        ) -> CalDAVServer.Fault? {
            switch Int.random(in: 0..<40, using: &generator) {
            case 0: .requestLost()
            case 1: .answerLost()
            case 2: .cutOff(Int.random(in: 0..<300, using: &generator))
            case 3: .answered(OutgoingAnswer(status: 503))
            case 4 where request.method == .put: .answered(OutgoingAnswer(status: 412))
            default: nil
            }
        }

        private mutating func chance(_ count: Int) -> Bool {
            Int.random(in: 0..<count, using: &generator) == 0
        }

        mutating func step() throws {
            count += 1
            switch Int.random(in: 0..<10, using: &generator) {
            case 0..<3: actElsewhere()
            case 3..<7: try write()
            default: try fetch()
            }
            if chance(20) { bench.restart() }
        }

        private mutating func actElsewhere() {
            let name = "u\(Int.random(in: 0..<12, using: &generator)).ics"
            let text = CalDAVBench.text(String(name.dropLast(4)), "Theirs \(count)")
            let isDeletion = chance(3)
            let forgets = chance(10)
            bench.server.with { state in
                if isDeletion {
                    state.delete(name, in: "work")
                } else {
                    state.put(text, name, in: "work")
                }
                if forgets { state.forgetTokens(of: "work") }
            }
        }

        private mutating func write() throws {
            let write = waiting ?? newWrite()
            waiting = write
            let answer = bench.answer(.write(calendar: CalDAVBench.work, [write]))
            // The answer may also be lost on its way to the planner.
            guard case .done(let results) = answer, !chance(10) else { return }
            waiting = nil
            for case .written(_, let outcomes) in results {
                for outcome in outcomes { take(outcome, of: write) }
            }
        }

        private mutating func newWrite() -> RemoteWrite {
            var write = RemoteWrite(id: "e_\(count)", copy: nil, content: nil)
            if let (name, copy) = copies.sorted(by: { $0.key < $1.key }).randomElement(
                using: &generator), !chance(3)
            {
                write.copy = RemoteCopy(name: name, tag: copy.tag, base: copy.event)
                write.content = chance(3) ? nil : copy.event
                write.content?.details.title = "Ours \(count)"
            } else {
                let number = Int.random(in: 0..<12, using: &generator)
                write.content = CalDAVBench.event("u\(number)", "Ours \(count)")
            }
            return write
        }

        private mutating func take(_ outcome: WriteOutcome, of write: RemoteWrite) {
            switch outcome.result {
            case .stored(let name, let tag, _, let stored):
                copies[name] = (stored ?? outcome.sent).map { Copy(tag: tag, event: $0) }
            case .deleted: write.copy.map { copies[$0.name] = nil }
            case .changedThere(let items): for item in items { take(item) }
            case .refused(let status): Issue.record("refused by \(status)")
            }
        }

        private mutating func take(_ item: RemoteItem) {
            switch item {
            case .whole(let name, let tag, let event): copies[name] = Copy(tag: tag, event: event)
            case .deleted(let name): copies[name] = nil
            default: Issue.record("\(item)")
            }
        }

        @discardableResult
        private mutating func fetch() throws -> Bool {
            let answer = bench.fetch(token)
            guard case .done(let results) = answer else { return answer == .same }
            if chance(10) { return false }
            for result in results {
                guard case .changes(let changes) = result else {
                    Issue.record("\(result)")
                    continue
                }
                guard changes.since == token else { continue }
                for item in changes.items { take(item) }
                if let listed = changes.listed {
                    copies = copies.filter { listed.contains($0.key) }
                }
                token = changes.token ?? token
            }
            return false
        }

        mutating func rest() throws {
            bench.server.setFault(nil)
            while waiting != nil { try write() }
            var turns = 0
            while try !fetch(), turns < 20 { turns += 1 }
            #expect(turns < 20)
            let there = bench.server.with { $0.calendars["work"]?.resources } ?? [:]
            expectEqual(copies.count, there.count)
            var uids: Set<String> = []
            for (name, resource) in there {
                let event = try #require(CalendarFile(reading: resource.text).events.first)
                #expect(uids.insert(event.uid).inserted)
                let copy = copies[CalDAVBench.work + name]
                #expect(copy?.tag == nil || copy?.tag == resource.tag)
                expectEqual(copy?.event.details.title, event.details.title)
                expectEqual(copy?.event.recurrence, event.recurrence)
            }
        }
    }
}
