import CalendarMerging
import CalendarPeers
import ICalendar
import JSON
import TestSupport
import Testing

@testable import CalendarSync

/// Writes of series and of their occurrences.
@Suite struct GoogleSeriesWriteTests {
    private let house = GoogleHouse()
    private let first = GoogleSamples.key(week: 1)
    private let second = GoogleSamples.key(week: 2)

    private func series() throws -> CalendarEvent {
        try GoogleSamples.dinner(rule: "FREQ=WEEKLY;COUNT=5")
    }

    private func feast() -> EventChange { GoogleSamples.change("Feast", week: 1) }

    private func id(_ copy: RemoteCopy, _ key: OccurrenceKey) -> String {
        copy.name + "_" + key.text
    }

    /// Returns the items of a full fetch.
    private func items(_ house: GoogleHouse) -> [RemoteItem] {
        house.changes().flatMap(\.items)
    }

    @Test func `creates a series with its changes and exclusions`() throws {
        let content = try series().with(first, feast()).without(second)
        let copy = try #require(house.put(content))
        expectEqual(Set(copy.changeTags.keys), [first, second])
        let changed = try #require(house.event(id(copy, first)))
        expectEqual(changed["summary"], "Feast")
        expectEqual(changed["recurringEventId"]?.text, copy.name)
        #expect(changed["originalStartTime"]?["dateTime"] == "2026-05-11T19:30:00+02:00")
        #expect(changed["start"]?["dateTime"] == "2026-05-12T19:30:00+02:00")
        #expect(house.event(id(copy, second))?["status"] == "cancelled")
        expectEqual(
            items(house).dropFirst(),
            [
                .occurrence(
                    of: copy.name, first, tag: copy.changeTags[first],
                    sequenced(feast(), 1)),
                .occurrence(of: copy.name, second, tag: copy.changeTags[second], nil),
            ])
    }

    private func sequenced(_ change: EventChange, _ sequence: Int) -> EventChange {
        var change = change
        change.sequence = sequence
        return change
    }

    @Test func `creates a series once, wherever an answer is lost`() throws {
        let content = try series().with(first, feast()).without(second)
        for step in 0..<5 {
            for fault in [GoogleServerFault.Kind.lostRequest, .lostAnswer, .backend] {
                let house = GoogleHouse()
                _ = house.fetch()
                house.order(fault, after: step)
                if house.write(content) == nil {
                    #expect(house.put(content) != nil, "\(step) \(fault)")
                }
                expectEqual(house.calendar { $0.events.count }, 3, "\(step) \(fault)")
                let copy = try #require(house.put(content), "\(step) \(fault)")
                #expect(house.event(id(copy, first))?["summary"] == "Feast")
            }
        }
    }

    @Test func `changes an occurrence twice, then reverts it to the series`() throws {
        var copy = try #require(house.put(try series()))
        copy = try #require(house.put(try series().with(first, feast()), over: copy))
        #expect(copy.changeTags[first] != nil)
        _ = house.takeRequests()
        let ball = try series().with(first, GoogleSamples.change("Ball", week: 1))
        copy = try #require(house.put(ball, over: copy))
        expectEqual(house.takeSteps(), ["PATCH " + id(copy, first)])
        copy = try #require(house.put(try series(), over: copy))
        let event = try #require(house.event(id(copy, first)))
        expectEqual(event["summary"], "Dinner")
        #expect(event["start"]?["dateTime"] == "2026-05-11T19:30:00+02:00")
    }

    @Test func `reverts an exclusion`() throws {
        var copy = try #require(house.put(try series().without(first)))
        copy = try #require(house.put(try series(), over: copy))
        let event = try #require(house.event(id(copy, first)))
        expectEqual(event["status"], "confirmed")
        expectEqual(event["summary"], "Dinner")
        // Its own fields now equal those of the series.
        _ = try #require(house.put(try series().titled("Supper"), over: copy))
        #expect(house.event(id(copy, first))?["summary"] == "Supper")
    }

    @Test func `reverts an EXDATE of another program in the series`() throws {
        house.calendar { calendar in
            _ = calendar.add([
                "id": "dinner1", "iCalUID": "dinner@hub", "summary": "Dinner",
                "start": ["dateTime": "2026-05-04T19:30:00", "timeZone": "Europe/Rome"],
                "end": ["dateTime": "2026-05-04T21:30:00", "timeZone": "Europe/Rome"],
                "recurrence": [
                    "RRULE:FREQ=WEEKLY;COUNT=5", "EXDATE;TZID=Europe/Rome:20260511T193000",
                ],
            ])
        }
        guard case .series(let name, let tag, let theirs, _)? = items(house).first else {
            return #expect(Bool(false))
        }
        expectEqual(theirs.recurrence.exclusions, [first])
        var ours = theirs
        ours.recurrence.exclusions = []
        #expect(house.put(ours, over: RemoteCopy(name: name, tag: tag, base: theirs)) != nil)
        #expect(house.event("dinner1")?["recurrence"] == ["RRULE:FREQ=WEEKLY;COUNT=5"])
        #expect(house.event("dinner1_" + first.text)?["status"] == "confirmed")
    }

    @Test func `reports a changed occurrence, and what was written before it`() throws {
        let copy = try #require(house.put(try series()))
        house.edit(id(copy, first), ["summary": "Theirs"])
        let content = try series().titled("Supper").with(first, feast())
        guard case .changedThere(let items)? = house.write(content, over: copy), items.count == 2,
            case .series(_, let tag, let event, _) = items[0],
            case .occurrence(copy.name, first, _, let change) = items[1]
        else { return #expect(Bool(false)) }
        expectEqual(event.details.title, "Supper")
        expectEqual(tag, house.event(copy.name)?["etag"]?.text)
        expectEqual(change?.details.title, "Theirs")
    }

    @Test func `reports a known change that changed again at Google`() throws {
        let copy = try #require(house.put(try series().with(first, feast())))
        house.edit(id(copy, first), ["location": "Terrace"])
        let content = try series().with(first, GoogleSamples.change("Ball", week: 1))
        guard case .changedThere(let items)? = house.write(content, over: copy),
            case .occurrence(_, first, _, let change)? = items.first
        else { return #expect(Bool(false)) }
        expectEqual(change?.details.location, "Terrace")
        #expect(house.event(id(copy, first))?["summary"] == "Feast")
    }

    @Test func `an edit of an occurrence keeps its guests`() throws {
        house.calendar { calendar in
            _ = calendar.add([
                "id": "dinner1", "iCalUID": "dinner@hub", "summary": "Dinner",
                "attendees": [["email": "chef@example.com"]],
                "start": ["dateTime": "2026-05-04T19:30:00", "timeZone": "Europe/Rome"],
                "end": ["dateTime": "2026-05-04T21:30:00", "timeZone": "Europe/Rome"],
                "recurrence": ["RRULE:FREQ=WEEKLY;COUNT=5"],
            ])
        }
        let tag = house.event("dinner1")?["etag"]?.text
        let known = RemoteCopy(name: "dinner1", tag: tag, base: try series())
        #expect(house.put(try series().with(first, feast()), over: known) != nil)
        #expect(
            house.event("dinner1_" + first.text)?["attendees"] == [["email": "chef@example.com"]])
        expectEqual(house.server.with { $0.mailCount }, 0)
    }

    @Test func `a moved series takes its change with it`() throws {
        let copy = try #require(house.put(try series().with(first, feast())))
        var moved = try series()
        moved.recurrence.start = .zoned(
            GoogleSamples.time("2026-05-04T20:30"), GoogleSamples.rome)
        guard case .instant(let seconds) = first else { return #expect(Bool(false)) }
        let key = OccurrenceKey.instant(seconds + 3_600)
        let again = try #require(house.put(moved.with(key, feast()), over: copy))
        expectEqual(Set(again.changeTags.keys), [key])
        expectNil(house.event(id(copy, first)))
        #expect(house.event(id(copy, key))?["summary"] == "Feast")
    }

    @Test(arguments: [true, false])
    func `does not move or end a series of which an occurrence changed at Google`(
        takesBothNames: Bool
    ) throws {
        house.server.with { $0.takesBothNames = takesBothNames }
        let copy = try #require(house.put(try series()))
        house.edit(id(copy, first), ["summary": "Theirs"])
        var moved = try series()
        moved.recurrence.start = .zoned(
            GoogleSamples.time("2026-05-04T20:30"), GoogleSamples.rome)
        let short = try GoogleSamples.dinner(rule: "FREQ=WEEKLY;UNTIL=20260507T000000Z")
        for content in [moved, short] {
            guard case .changedThere(let items)? = house.write(content, over: copy),
                case .occurrence(_, first, _, let change)? = items.first
            else { return #expect(Bool(false)) }
            expectEqual(change?.details.title, "Theirs")
            #expect(house.event(id(copy, first))?["summary"] == "Theirs")
        }
        #expect(house.put(try series().titled("Supper"), over: copy) != nil)
    }

    @Test func `reports a changed occurrence with its series if that changed as well`() throws {
        let copy = try #require(house.put(try series()))
        house.edit(copy.name, ["summary": "Theirs"])
        house.edit(id(copy, first), ["summary": "Theirs once"])
        let short = try GoogleSamples.dinner(rule: "FREQ=WEEKLY;UNTIL=20260507T000000Z")
        guard case .changedThere(let items)? = house.write(short, over: copy), items.count == 2,
            case .series(_, _, let event, _) = items[0], case .occurrence(_, first, _, _) = items[1]
        else { return #expect(Bool(false)) }
        expectEqual(event.details.title, "Theirs")
    }

    private func expectChanged(
        _ result: WriteOutcome.Result?, _ key: OccurrenceKey, series title: String
    ) {
        guard case .changedThere(let items)? = result, items.count == 2,
            case .series(_, _, let event, _) = items[0],
            case .occurrence(_, key, _, let change) = items[1]
        else { return #expect(Bool(false), "\(String(describing: result))") }
        #expect(event.details.title == title && event.recurrence.repeats)
        expectEqual(change?.details.title, "Theirs")
    }

    @Test func `does not delete an edited event that became a series without an answer`()
        throws
    {
        let copy = try #require(house.put(try GoogleSamples.dinner()))
        house.order(.lostAnswer, on: "events.patch")
        expectNil(house.write(try series(), over: copy))
        house.edit(id(copy, first), ["summary": "Theirs"])
        expectChanged(house.write(nil, over: copy), first, series: "Dinner")
        #expect(house.event(id(copy, first))?["summary"] == "Theirs")
    }

    @Test func `does not delete an edited series that was created without an answer`()
        throws
    {
        house.order(.lostAnswer, on: "events.insert")
        expectNil(house.write(try series()))
        var made = RemoteCopy(name: "", tag: nil, base: try series())
        let name = GoogleWriter.id(house.account.id, "e_1", made.base.uid)
        made.name = name
        house.edit(id(made, first), ["summary": "Theirs"])
        made.name = ""
        expectChanged(house.write(nil, over: made), first, series: "Dinner")
        #expect(house.event(name)?["status"] == "confirmed")
    }

    @Test func `does not move back an edited series that moved without an answer`()
        throws
    {
        let copy = try #require(house.put(try series()))
        var moved = try series()
        moved.recurrence.start = .zoned(
            GoogleSamples.time("2026-05-04T20:30"), GoogleSamples.rome)
        house.order(.lostAnswer, on: "events.patch")
        expectNil(house.write(moved, over: copy))
        guard case .instant(let seconds) = first else { return #expect(Bool(false)) }
        let key = OccurrenceKey.instant(seconds + 3_600)
        house.edit(id(copy, key), ["summary": "Theirs"])
        expectChanged(
            house.write(try series().titled("Supper"), over: copy), key, series: "Dinner")
        #expect(house.event(id(copy, key))?["summary"] == "Theirs")
    }

    @Test func `retries a refused version if nothing has changed`() throws {
        house.calendar { calendar in
            _ = calendar.add([
                "id": "dinner1", "iCalUID": "dinner@hub", "summary": "Dinner",
                "start": ["dateTime": "2026-05-04T19:30:00", "timeZone": "Europe/Rome"],
                "end": ["dateTime": "2026-05-04T21:30:00", "timeZone": "Europe/Rome"],
                "recurrence": ["RRULE:FREQ=WEEKLY;COUNT=5"],
            ])
        }
        let tag = house.event("dinner1")?["etag"]?.text
        let copy = RemoteCopy(name: "dinner1", tag: tag, base: try series())
        let refusal = GoogleServerFault.Kind.status(
            412, reason: "conditionNotMet", retryAfter: nil)
        house.order(refusal, on: "events.patch")
        expectNil(house.write(try series().with(first, feast()), over: copy))
        house.order(refusal, on: "events.delete")
        expectEqual(house.write(nil, over: copy), .deleted)
    }

    @Test func `writes a split as a shorter series and a new one`() throws {
        let copy = try #require(house.put(try series().with(first, feast())))
        let short = try GoogleSamples.dinner(rule: "FREQ=WEEKLY;UNTIL=20260507T000000Z")
        let again = try #require(house.put(short, over: copy))
        #expect(again.changeTags.isEmpty)
        var rest = try GoogleSamples.dinner("Late dinner", rule: "FREQ=WEEKLY;COUNT=4")
        rest.uid = "rest@hub"
        rest.recurrence.start = .zoned(
            GoogleSamples.time("2026-05-11T21:00"), GoogleSamples.rome)
        #expect(house.put(rest, id: "e_2") != nil)
        expectEqual(house.calendar { $0.events.count }, 2)
        expectNil(house.event(id(copy, first)))
    }

    /// Creates a series at Google with unsupported fields, and a change with its own guests.
    private func furnished(_ house: GoogleHouse) throws -> (copy: RemoteCopy, extras: JSON) {
        let extras: JSON = [
            "attendees": [["email": "chef@example.com", "responseStatus": "accepted"]],
            "attachments": [["fileUrl": "https://example.com/menu.pdf", "title": "Menu"]],
            "colorId": "7",
            "conferenceData": ["conferenceId": "abc", "signature": "s"],
            "extendedProperties": ["private": ["theirs": "1"], "shared": ["all": "2"]],
            "guestsCanModify": true,
            "reminders": ["overrides": [["method": "popup", "minutes": 10]], "useDefault": false],
            "source": ["title": "Book", "url": "https://example.com/"],
            "visibility": "confidential",
        ]
        let fields: JSON = [
            "id": "dinner1", "iCalUID": "dinner@hub", "summary": "Dinner",
            "start": ["dateTime": "2026-05-04T19:30:00", "timeZone": "Europe/Rome"],
            "end": ["dateTime": "2026-05-04T21:30:00", "timeZone": "Europe/Rome"],
            "recurrence": ["RRULE:FREQ=WEEKLY;COUNT=5"],
        ]
        house.calendar { calendar in
            _ = calendar.add(.object((fields.members ?? [:]).merging(extras.members ?? [:]) { $1 }))
            _ = calendar.edit(
                "dinner1_" + first.text,
                [
                    "summary": "Feast", "attendees": [["email": "band@example.com"]],
                    "colorId": .null,
                ])
            _ = calendar.edit(
                "dinner1_" + second.text, ["attendees": [["email": "guest@example.com"]]])
        }
        return (try #require(known("dinner1", house)), extras)
    }

    /// Returns the hub's copy of an event after a full fetch.
    private func known(_ name: String, _ house: GoogleHouse) -> RemoteCopy? {
        var copy: RemoteCopy?
        for item in items(house) {
            switch item {
            case .series(name, let tag, _, _):
                copy = RemoteCopy(name: name, tag: tag, base: nothing)
            case .occurrence(name, let key, let tag, _): copy?.changeTags[key] = tag
            default: break
            }
        }
        let own = items(house).filter { item in
            switch item {
            case .series(name, _, _, _), .occurrence(name, _, _, _): true
            default: false
            }
        }
        let base = CalendarEvent.after(own, base: nil, floatingIn: GoogleSamples.rome)
        copy?.base = base ?? nothing
        return copy
    }

    private var nothing: CalendarEvent {
        CalendarEvent(
            uid: "", details: EventDetails(title: ""),
            recurrence: Recurrence(
                start: .zoned(GoogleSamples.time("2026-05-04T19:30"), .utc), length: EventLength()))
    }

    private func expectSame(_ event: JSON?, _ extras: JSON, but names: String...) {
        for (name, value) in extras.members ?? [:] where !names.contains(name) {
            guard name != "extendedProperties" else {
                #expect(event?[name]?["shared"] == value["shared"])
                #expect(event?[name]?["private"]?["theirs"] == "1")
                continue
            }
            #expect(event?[name] == value, "\(name)")
        }
    }

    @Test func `the rest of a split series keeps guests, reminders, colour and meeting`() throws {
        let (copy, extras) = try furnished(house)
        let series = copy.base.recurrence
        var budget = ExpansionBudget.window
        let parts = try #require(
            series.split(at: first, floatingIn: GoogleSamples.rome, budget: &budget))
        var short = copy.base
        short.recurrence = parts.before
        short.changes = [:]
        var rest = copy.base
        rest.uid = "rest@hub"
        rest.recurrence = parts.after
        #expect(house.put(short, over: copy) != nil)
        expectNil(house.event("dinner1_" + first.text))
        let made = try #require(house.put(rest, id: "e_2"))
        expectSame(house.event(made.name), extras)
        let feast = try #require(house.event(id(made, first)))
        expectEqual(feast["summary"], "Feast")
        expectEqual(feast["attendees"], [["email": "band@example.com"]])
        expectNil(feast["colorId"])
        expectSame(feast, extras, but: "attendees", "colorId")
        // This occurrence differs only in its guests.
        #expect(
            house.event(id(made, second))?["attendees"] == [["email": "guest@example.com"]])
        #expect(house.event(made.name)?["sequence"] == 0)
        expectEqual(house.server.with { $0.mailCount }, 0)
        // A full fetch reads the same fields.
        expectEqual(known(made.name, house)?.base.details.foreign, rest.details.foreign)
    }

    @Test func `the changes of a moved series keep their own fields`() throws {
        let (copy, extras) = try furnished(house)
        var moved = copy.base
        moved.recurrence.start = .zoned(
            GoogleSamples.time("2026-05-04T20:30"), GoogleSamples.rome)
        moved.changes = [:]
        for (key, change) in copy.base.changes {
            guard case .instant(let seconds) = key else { continue }
            moved.changes[.instant(seconds + 3_600)] = change
        }
        let again = try #require(house.put(moved, over: copy))
        expectSame(house.event("dinner1"), extras)
        let keys = again.changeTags.keys.sorted()
        expectEqual(keys.count, 2)
        let guests = keys.map {
            house.event(id(again, $0))?["attendees"]?.elements?.first?["email"]
        }
        expectEqual(guests, ["band@example.com", "guest@example.com"])
    }

    @Test func `an event moved between two Google calendars stays the same`() throws {
        let (copy, extras) = try furnished(house)
        let other = GoogleHouse()
        let made = try #require(other.put(copy.base))
        expectSame(other.event(made.name), extras)
        #expect(other.event(id(made, first))?["colorId"] == nil)
    }

    @Test func `does not invite the guests of another person's event again`() throws {
        let theirs = GoogleEvent([
            "id": "dinner1", "iCalUID": "dinner@hub", "summary": "Dinner", "colorId": "7",
            "organizer": ["email": "boss@example.com"],
            "attendees": [["email": "chef@example.com"]],
            "start": ["dateTime": "2026-05-04T19:30:00Z"],
            "end": ["dateTime": "2026-05-04T20:30:00Z"],
        ])
        let house = GoogleHouse()
        let event = try #require(theirs.event)
        let made = try #require(house.put(event))
        #expect(house.event(made.name)?["colorId"] == "7")
        #expect(house.event(made.name)?["attendees"] == nil)
    }

    @Test func `does not delete a series of which an occurrence changed at Google`() throws {
        let copy = try #require(house.put(try series().with(first, feast()).without(second)))
        house.edit(id(copy, first), ["summary": "Theirs"])
        guard case .changedThere(let items)? = house.write(nil, over: copy),
            case .occurrence(_, first, let tag, let change)? = items.first
        else { return #expect(Bool(false)) }
        expectEqual(change?.details.title, "Theirs")
        expectEqual(items.count, 1)
        var known = copy
        known.changeTags[first] = tag
        expectEqual(house.write(nil, over: known), .deleted)
        #expect(house.calendar { $0.events.isEmpty })
    }

    @Test func `restores a deleted series with its changes`() throws {
        let content = try series().with(first, feast()).without(second)
        let copy = try #require(house.put(content))
        expectEqual(house.write(nil, over: copy), .deleted)
        let again = try #require(house.put(content))
        expectEqual(again.name, copy.name)
        #expect(house.event(id(copy, first))?["summary"] == "Feast")
        #expect(house.event(id(copy, second))?["status"] == "cancelled")
        expectEqual(house.calendar { $0.events.count }, 3)
    }

    @Test func `writes the occurrences of an all-day series as dates`() throws {
        var days = try series()
        days.recurrence.start = .date(try #require(CivilDate("2026-05-04")))
        days.recurrence.length = EventLength(days: 1)
        let key = OccurrenceKey.date(try #require(CivilDate("2026-05-11")))
        let copy = try #require(house.put(days.without(key)))
        #expect(house.event(copy.name + "_20260511")?["status"] == "cancelled")
        expectEqual(
            items(house).last,
            .occurrence(
                of: copy.name, key, tag: copy.changeTags[key], nil))
    }

    @Test func `reports a deleted series when its occurrence is written`() throws {
        let copy = try #require(house.put(try series()))
        house.remove(copy.name)
        let content = try series().with(first, feast())
        expectEqual(house.write(content, over: copy), .changedThere([.deleted(name: copy.name)]))
    }
}
