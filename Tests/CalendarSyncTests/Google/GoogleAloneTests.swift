import CalendarMerging
import CalendarPeers
import Destinations
import ICalendar
import JSON
import TestSupport
import Testing

@testable import CalendarSync

/// Occurrences without their series, as guests have who are invited only to these.
@Suite struct GoogleAloneTests {
    private static let timed: JSON = [
        "id": "ob_20260506T090000Z", "iCalUID": "ob@google.com", "recurringEventId": "ob",
        "status": "confirmed", "summary": "Wine dinner",
        "originalStartTime": [
            "dateTime": "2026-05-06T11:00:00+02:00", "timeZone": "Europe/Madrid",
        ],
        "start": ["dateTime": "2026-05-06T12:00:00+02:00", "timeZone": "Europe/Madrid"],
        "end": ["dateTime": "2026-05-06T13:00:00+02:00", "timeZone": "Europe/Madrid"],
    ]
    private static let allDay: JSON = [
        "id": "ob_20260506", "iCalUID": "ob@google.com", "recurringEventId": "ob",
        "status": "confirmed", "summary": "Wine dinner",
        "originalStartTime": ["date": "2026-05-06"],
        "start": ["date": "2026-05-07"], "end": ["date": "2026-05-09"],
    ]

    private func house(_ events: JSON...) -> GoogleHouse {
        let house = GoogleHouse()
        house.calendar { for event in events { $0.take(event) } }
        return house
    }

    /// Returns the hub's copy after a full fetch.
    private func copy(_ house: GoogleHouse) throws -> RemoteCopy {
        let items = house.changes().flatMap(\.items)
        let base = CalendarEvent.after(items, base: nil, floatingIn: .utc)
        var copy = RemoteCopy(name: "ob", tag: nil, base: try #require(base))
        for case .occurrence("ob", let key, let tag, _) in items { copy.changeTags[key] = tag }
        return copy
    }

    private func starts(_ event: CalendarEvent) -> [String] {
        var budget = ExpansionBudget.window
        return event.recurrence.occurrences(
            from: 1_777_000_000, to: 1_780_000_000, floatingIn: .utc, budget: &budget
        ).occurrences.map(\.start.local.text)
    }

    @Test(arguments: [(timed, "2026-05-06T12:00"), (allDay, "2026-05-07T00:00")])
    func `reads an occurrence without its series as an event`(event: JSON, start: String) throws {
        let house = house(event)
        let changes = house.changes()
        expectEqual(changes.last?.listed, ["ob"])
        let found = try copy(house).base
        #expect(!found.hasMaster)
        expectEqual(found.details.title, "Wine dinner")
        expectEqual(starts(found), [start])
        // Withdraw the invitation.
        house.remove(event["id"]?.text ?? "")
        let news = house.changes(since: changes.last?.token)
        expectNil(
            CalendarEvent.after(news.flatMap(\.items), base: found, floatingIn: .utc))
        expectEqual(house.changes().last?.listed, [])
    }

    @Test func `two such occurrences are one event, and join their series when it comes`() throws {
        var second = Self.timed.members ?? [:]
        second["id"] = "ob_20260513T090000Z"
        for name in ["originalStartTime", "start", "end"] {
            second[name] = ["dateTime": "2026-05-13T11:00:00+02:00", "timeZone": "Europe/Madrid"]
        }
        let house = house(Self.timed, .object(second))
        let known = try copy(house).base
        expectEqual(starts(known), ["2026-05-06T12:00", "2026-05-13T11:00"])
        house.calendar {
            $0.take([
                "id": "ob", "iCalUID": "ob@google.com", "status": "confirmed", "summary": "Dinner",
                "recurrence": ["RRULE:FREQ=WEEKLY;COUNT=3"],
                "start": ["dateTime": "2026-05-06T11:00:00+02:00", "timeZone": "Europe/Madrid"],
                "end": ["dateTime": "2026-05-06T12:00:00+02:00", "timeZone": "Europe/Madrid"],
            ])
        }
        let items = house.changes().flatMap(\.items)
        let whole = try #require(CalendarEvent.after(items, base: known, floatingIn: .utc))
        #expect(whole.hasMaster)
        expectEqual(whole.details.title, "Dinner")
        expectEqual(
            starts(whole), ["2026-05-06T12:00", "2026-05-13T11:00", "2026-05-20T11:00"])
    }

    @Test(arguments: [timed, allDay])
    func `writes an edit and a deletion to the occurrence`(event: JSON) throws {
        let house = house(event)
        let copy = try copy(house)
        let key = try #require(copy.base.changes.keys.first)
        var edited = copy.base
        edited.changes[key]?.details.title = "Port dinner"
        edited.details.title = "Port dinner"
        _ = house.takeSteps()
        let written = try #require(house.put(edited, over: copy))
        let id = event["id"]?.text ?? ""
        expectEqual(house.takeSteps(), ["PATCH \(id)"])
        expectEqual(house.event(id)?["summary"]?.text, "Port dinner")
        expectEqual(written.changeTags[key], house.event(id)?["etag"]?.text)
        // Writing again creates no second event.
        expectEqual(house.put(edited, over: written), written)
        expectEqual(house.write(nil, over: written), .deleted)
        expectEqual(house.event(id)?["status"]?.text, "cancelled")
    }

    @Test func `neither edits nor deletes an occurrence that changed at Google`()
        throws
    {
        let house = house(Self.timed)
        let copy = try copy(house)
        let key = try #require(copy.base.changes.keys.first)
        var edited = copy.base
        edited.changes[key]?.details.title = "Port dinner"
        house.edit("ob_20260506T090000Z", ["summary": "Sherry dinner"])
        guard case .changedThere(let items)? = house.write(edited, over: copy),
            case .occurrence("ob", key, _, let change)? = items.first
        else { return #expect(Bool(false)) }
        expectEqual(change?.details.title, "Sherry dinner")
        guard case .changedThere? = house.write(nil, over: copy) else {
            return #expect(Bool(false))
        }
    }
}
