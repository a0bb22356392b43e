import CalendarPeers
import ICalendar
import JSON
import Testing

@testable import CalendarSync

/// Writes of series and of their occurrences.
@Suite struct GoogleSeriesWriteTests {
    private let first = GoogleSamples.key(week: 1)
    private let second = GoogleSamples.key(week: 2)

    private func series() throws -> CalendarEvent {
        try GoogleSamples.dinner(rule: "FREQ=WEEKLY;COUNT=5")
    }

    private func feast() -> EventChange { GoogleSamples.change("Feast", week: 1) }

    private func id(_ copy: RemoteCopy, _ key: OccurrenceKey) -> String {
        copy.name + "_" + key.text
    }

    /// What a hub knows after it has fetched everything.
    private func items(_ house: GoogleHouse) -> [RemoteItem] {
        house.changes().flatMap(\.items)
    }

    @Test func `a series is made with its changes and exclusions`() throws {
        let house = GoogleHouse()
        let content = try series().with(first, feast()).without(second)
        let copy = try #require(house.put(content))
        #expect(Set(copy.changeTags.keys) == [first, second])
        let changed = try #require(house.event(id(copy, first)))
        #expect(changed["summary"] == "Feast")
        #expect(changed["recurringEventId"]?.text == copy.name)
        #expect(changed["originalStartTime"]?["dateTime"] == "2026-05-11T19:30:00+02:00")
        #expect(changed["start"]?["dateTime"] == "2026-05-12T19:30:00+02:00")
        #expect(house.event(id(copy, second))?["status"] == "cancelled")
        #expect(
            items(house).dropFirst() == [
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

    @Test func `a series that is made can be lost at every step, and is made once`() throws {
        let content = try series().with(first, feast()).without(second)
        for step in 0..<5 {
            for fault in [GoogleServerFault.Kind.lostRequest, .lostAnswer, .backend] {
                let house = GoogleHouse()
                _ = house.fetch()
                house.order(fault, after: step)
                if house.write(content) == nil {
                    #expect(house.put(content) != nil, "\(step) \(fault)")
                }
                #expect(house.calendar { $0.events.count } == 3, "\(step) \(fault)")
                let copy = try #require(house.put(content), "\(step) \(fault)")
                #expect(house.event(id(copy, first))?["summary"] == "Feast")
            }
        }
    }

    @Test func `one occurrence is changed, changed again, and becomes as the others`() throws {
        let house = GoogleHouse()
        var copy = try #require(house.put(try series()))
        copy = try #require(house.put(try series().with(first, feast()), over: copy))
        #expect(copy.changeTags[first] != nil)
        _ = house.takeRequests()
        let ball = try series().with(first, GoogleSamples.change("Ball", week: 1))
        copy = try #require(house.put(ball, over: copy))
        #expect(house.takeSteps() == ["PATCH " + id(copy, first)])
        copy = try #require(house.put(try series(), over: copy))
        let event = try #require(house.event(id(copy, first)))
        #expect(event["summary"] == "Dinner")
        #expect(event["start"]?["dateTime"] == "2026-05-11T19:30:00+02:00")
    }

    @Test func `an exclusion is taken back`() throws {
        let house = GoogleHouse()
        var copy = try #require(house.put(try series().without(first)))
        copy = try #require(house.put(try series(), over: copy))
        let event = try #require(house.event(id(copy, first)))
        #expect(event["status"] == "confirmed")
        #expect(event["summary"] == "Dinner")
        // It has fields of its own now, which follow those of the series.
        _ = try #require(house.put(try series().titled("Supper"), over: copy))
        #expect(house.event(id(copy, first))?["summary"] == "Supper")
    }

    @Test func `an exclusion that others wrote as a line is taken back in the line`() throws {
        let house = GoogleHouse()
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
        guard case .series(let name, let tag, let theirs)? = items(house).first else {
            return #expect(Bool(false))
        }
        #expect(theirs.recurrence.exclusions == [first])
        var ours = theirs
        ours.recurrence.exclusions = []
        #expect(house.put(ours, over: RemoteCopy(name: name, tag: tag, base: theirs)) != nil)
        #expect(house.event("dinner1")?["recurrence"] == ["RRULE:FREQ=WEEKLY;COUNT=5"])
        #expect(house.event("dinner1_" + first.text)?["status"] == "confirmed")
    }

    @Test func `an occurrence that has changed there is told, and what was written before`() throws
    {
        let house = GoogleHouse()
        let copy = try #require(house.put(try series()))
        house.edit(id(copy, first), ["summary": "Theirs"])
        let content = try series().titled("Supper").with(first, feast())
        guard case .changedThere(let items)? = house.write(content, over: copy), items.count == 2,
            case .series(_, let tag, let event) = items[0],
            case .occurrence(copy.name, first, _, let change) = items[1]
        else { return #expect(Bool(false)) }
        #expect(event.details.title == "Supper")
        #expect(tag == house.event(copy.name)?["etag"]?.text)
        #expect(change?.details.title == "Theirs")
    }

    @Test func `a known change that has changed there is told`() throws {
        let house = GoogleHouse()
        let copy = try #require(house.put(try series().with(first, feast())))
        house.edit(id(copy, first), ["location": "Terrace"])
        let content = try series().with(first, GoogleSamples.change("Ball", week: 1))
        guard case .changedThere(let items)? = house.write(content, over: copy),
            case .occurrence(_, first, _, let change)? = items.first
        else { return #expect(Bool(false)) }
        #expect(change?.details.location == "Terrace")
        #expect(house.event(id(copy, first))?["summary"] == "Feast")
    }

    @Test func `the guests of an occurrence stay when it is changed`() throws {
        let house = GoogleHouse()
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
        #expect(house.server.with { $0.mailCount } == 0)
    }

    @Test func `a series that moves takes its change with it`() throws {
        let house = GoogleHouse()
        let copy = try #require(house.put(try series().with(first, feast())))
        var moved = try series()
        moved.recurrence.start = .zoned(
            GoogleSamples.time("2026-05-04T20:30"), GoogleSamples.rome)
        guard case .instant(let seconds) = first else { return #expect(Bool(false)) }
        let key = OccurrenceKey.instant(seconds + 3_600)
        let again = try #require(house.put(moved.with(key, feast()), over: copy))
        #expect(Set(again.changeTags.keys) == [key])
        #expect(house.event(id(copy, first)) == nil)
        #expect(house.event(id(copy, key))?["summary"] == "Feast")
    }

    @Test(arguments: [true, false])
    func `a series is not moved or ended while an occurrence has changed there`(
        takesBothNames: Bool
    ) throws {
        let house = GoogleHouse()
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
            #expect(change?.details.title == "Theirs")
            #expect(house.event(id(copy, first))?["summary"] == "Theirs")
        }
        #expect(house.put(try series().titled("Supper"), over: copy) != nil)
    }

    @Test func `a changed occurrence is told with its series if that has changed as well`() throws {
        let house = GoogleHouse()
        let copy = try #require(house.put(try series()))
        house.edit(copy.name, ["summary": "Theirs"])
        house.edit(id(copy, first), ["summary": "Theirs once"])
        let short = try GoogleSamples.dinner(rule: "FREQ=WEEKLY;UNTIL=20260507T000000Z")
        guard case .changedThere(let items)? = house.write(short, over: copy), items.count == 2,
            case .series(_, _, let event) = items[0], case .occurrence(_, first, _, _) = items[1]
        else { return #expect(Bool(false)) }
        #expect(event.details.title == "Theirs")
    }

    @Test func `this and following is a shorter master and a new one`() throws {
        let house = GoogleHouse()
        let copy = try #require(house.put(try series().with(first, feast())))
        let short = try GoogleSamples.dinner(rule: "FREQ=WEEKLY;UNTIL=20260507T000000Z")
        let again = try #require(house.put(short, over: copy))
        #expect(again.changeTags.isEmpty)
        var rest = try GoogleSamples.dinner("Late dinner", rule: "FREQ=WEEKLY;COUNT=4")
        rest.uid = "rest@hub"
        rest.recurrence.start = .zoned(
            GoogleSamples.time("2026-05-11T21:00"), GoogleSamples.rome)
        #expect(house.put(rest, id: "e_2") != nil)
        #expect(house.calendar { $0.events.count } == 2)
        #expect(house.event(id(copy, first)) == nil)
    }

    @Test func `a series is not deleted while an occurrence has changed there`() throws {
        let house = GoogleHouse()
        let copy = try #require(house.put(try series().with(first, feast()).without(second)))
        house.edit(id(copy, first), ["summary": "Theirs"])
        guard case .changedThere(let items)? = house.write(nil, over: copy),
            case .occurrence(_, first, let tag, let change)? = items.first
        else { return #expect(Bool(false)) }
        #expect(change?.details.title == "Theirs")
        #expect(items.count == 1)
        var known = copy
        known.changeTags[first] = tag
        #expect(house.write(nil, over: known) == .deleted)
        #expect(house.calendar { $0.events.isEmpty })
    }

    @Test func `a series that is wanted again comes with its changes`() throws {
        let house = GoogleHouse()
        let content = try series().with(first, feast()).without(second)
        let copy = try #require(house.put(content))
        #expect(house.write(nil, over: copy) == .deleted)
        let again = try #require(house.put(content))
        #expect(again.name == copy.name)
        #expect(house.event(id(copy, first))?["summary"] == "Feast")
        #expect(house.event(id(copy, second))?["status"] == "cancelled")
        #expect(house.calendar { $0.events.count } == 3)
    }

    @Test func `all-day series have occurrences of days`() throws {
        let house = GoogleHouse()
        var days = try series()
        days.recurrence.start = .date(try #require(CivilDate("2026-05-04")))
        days.recurrence.length = EventLength(days: 1)
        let key = OccurrenceKey.date(try #require(CivilDate("2026-05-11")))
        let copy = try #require(house.put(days.without(key)))
        #expect(house.event(copy.name + "_20260511")?["status"] == "cancelled")
        #expect(
            items(house).last
                == .occurrence(
                    of: copy.name, key, tag: copy.changeTags[key], nil))
    }

    @Test func `an occurrence of a series that was deleted there is told as deleted`() throws {
        let house = GoogleHouse()
        let copy = try #require(house.put(try series()))
        house.remove(copy.name)
        let content = try series().with(first, feast())
        #expect(
            house.write(content, over: copy) == .changedThere([.deleted(name: copy.name)]))
    }
}
