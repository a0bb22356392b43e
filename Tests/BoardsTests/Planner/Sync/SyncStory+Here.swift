import ICalendar
import JSON
import Sync

@testable import BoardKit
@testable import PlannerBoard

/// Actions of people at the planner.
extension SyncStory {
    /// Whether series are moved by days even if their rule then has other occurrences. Google can't
    /// represent a change of an occurrence that no longer exists.
    private static let movesOffTheRule = false

    private static let rules =
        ["FREQ=DAILY;INTERVAL=%", "FREQ=WEEKLY;INTERVAL=%", "FREQ=DAILY;COUNT=%"]
        + (movesOffTheRule ? ["FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR,SA,SU;INTERVAL=%"] : [])

    /// Returns a rule that fits any start.
    func rule() -> String {
        let text = Self.rules[number(0...Self.rules.count - 1)]
        return text.replacing("%", with: "\(fresh() % 30 + 2)")
    }

    func time() -> LocalTime {
        let number = fresh()
        let date = CivilDate(dayNumber: CivilDate("2026-05-04")!.dayNumber + self.number(0...9))
        return LocalTime(date: date, secondOfDay: number * 37 % 1_440 * 60)
    }

    func editHere() {
        switch number(0...13) {
        case 0, 1: addHere()
        case 2: undo()
        case 3: moveToOtherCalendar()
        case 4, 5: deleteHere()
        default: changeHere()
        }
    }

    private func addHere() {
        let number = fresh()
        var arguments: [String: JSON] = [
            "title": .string("Ours \(number)"), "description": .string("#\(number) ours"),
            "calendar": .string(any([pairs[0].calendar, pairs.last!.calendar, own])!),
        ]
        if oneIn(4) {
            arguments["date"] = .string(time().date.text)
            arguments["days"] = JSON(self.number(1...3))
        } else {
            arguments["start"] = .string(time().text)
            arguments["minutes"] = JSON(fresh())
        }
        if oneIn(2) { arguments["repeat"] = .string(rule()) }
        ask("add", arguments)
    }

    private func undo() {
        let rev = bench.rev - number(0...6)
        if rev >= firstRev { ask("undo", ["rev": JSON(rev)]) }
    }

    /// - Returns: Whether the request was accepted.
    @discardableResult
    private func ask(_ verb: String, _ arguments: [String: JSON]) -> Bool {
        do throws(Rejection) {
            try bench.ask(verb, arguments, by: PlannerBench.owner)
            note("\(verb) \(JSON.object(arguments).canonicalText)")
            return true
        } catch {
            note("\(verb) \(JSON.object(arguments).canonicalText) \(error.code)")
            return false
        }
    }

    private func event() -> (id: String, content: CalendarEvent)? {
        let ids = bench.planner.shelves.values.flatMap(\.ids).sorted()
        guard let id = any(ids), let event = bench.planner.events[id] else { return nil }
        return (id.text, event.content)
    }

    /// Returns an event, and perhaps one of its occurrences.
    private func named() -> (arguments: [String: JSON], content: CalendarEvent, scope: String)? {
        guard let (id, content) = event() else { return nil }
        var arguments: [String: JSON] = ["event": .string(id)]
        guard content.recurrence.repeats, !oneIn(3), let key = occurrence(of: content) else {
            return (arguments, content, "all")
        }
        let scope = any(["one", "one", "following", "all"])!
        arguments["at"] = .string(key.text)
        arguments["scope"] = .string(scope)
        return (arguments, content, scope)
    }

    /// Returns one of the first occurrences.
    func occurrence(of event: CalendarEvent) -> OccurrenceKey? {
        let zone = bench.planner.zone
        var budget = ExpansionBudget.window
        let found = event.recurrence.occurrences(
            from: 0, to: 4_000_000_000, floatingIn: zone, limit: 6, budget: &budget)
        return any(found.occurrences.map(\.key))
    }

    private func moveToOtherCalendar() {
        guard let (id, content) = event() else { return }
        let calendar = any([pairs[0].calendar, pairs.last!.calendar, own])!
        // Without a base, the move is unknown.
        let isUnread =
            bench.planner.events[EventID(id)!]
            .flatMap { bench.planner.links[$0.calendar] }.map { !$0.isFetched } ?? false
        if ask("edit", ["event": .string(id), "calendar": .string(calendar)]), isUnread {
            noteSplit(content)
        }
        noteMove(content)
    }

    private func deleteHere() {
        guard let (arguments, content, scope) = named() else { return }
        if ask("delete", arguments), scope == "following" { noteSplit(content) }
    }

    private func changeHere() {
        guard let (named, content, scope) = named() else { return }
        var arguments = named
        let number = fresh()
        switch self.number(0...9) {
        case 0...2: arguments["title"] = .string("Ours \(number)")
        case 3: arguments["location"] = oneIn(4) ? .null : .string("Place \(number)")
        case 4:
            let birth = SyncRecord.birth(content) ?? "#"
            arguments["description"] = .string("\(birth) ours \(number)")
        case 5:
            let name = any(["tentative", "private", "free"])!
            arguments[name] = .bool(oneIn(2))
        case 6, 7: arguments["start"] = .string(time().text)
        case 8:
            if content.recurrence.start.isAllDay {
                arguments["days"] = JSON(self.number(1...4))
            } else {
                arguments["minutes"] = JSON(number)
            }
        default:
            arguments["repeat"] = oneIn(4) ? .null : .string(rule())
        }
        if ask("edit", arguments), scope == "following" {
            noteSplit(content)
            noteRest(of: content)
        }
    }

    /// Records the event with the rest of a series if the last action divided it.
    private func noteRest(of old: CalendarEvent) {
        guard let event = bench.events.last, event.kind == PlannerEvent.split.rawValue,
            let key = event.data["at"]?.text.flatMap(OccurrenceKey.init(_:)),
            let id = event.data["into"]?.text.flatMap(EventID.init(_:)),
            let rest = bench.planner.events[id]?.content.uid,
            var parts = bench.planner.parts(of: old, at: key)
        else { return }
        parts.after.uid = rest
        var values = SetValues(floatingIn: bench.planner.zone)
        values.add(parts.before)
        values.add(parts.after)
        noteRest(rest, of: old.uid, inheriting: values)
    }
}
