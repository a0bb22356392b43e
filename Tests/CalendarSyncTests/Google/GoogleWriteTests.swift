import CalendarMerging
import CalendarPeers
import Destinations
import HTTPTypes
import ICalendar
import JSON
import TestSupport
import Testing

@testable import CalendarSync

/// Writes of single events, with interference by others.
@Suite struct GoogleWriteTests {
    private let house = GoogleHouse()

    @Test func `creates an event with our id and UID, without sending mail`() throws {
        let dinner = try GoogleSamples.dinner()
        let copy = try #require(house.put(dinner))
        expectEqual(copy.name, GoogleWriter.id("main/a_1", "e_1", "dinner@hub"))
        let event = try #require(house.event(copy.name))
        expectEqual(event["iCalUID"], "dinner@hub")
        expectEqual(event["summary"], "Dinner")
        expectEqual(event["etag"]?.text, copy.tag)
        let requests = house.takeRequests().filter { $0.method != .get }.dropFirst()
        #expect(requests.allSatisfy { $0.destination.path.hasSuffix("sendUpdates=none") })
        expectEqual(requests.count, 1)
    }

    @Test func `fetches an own write unchanged, with the same tag`() throws {
        let dinner = try GoogleSamples.dinner(rule: "FREQ=WEEKLY;COUNT=5")
        let copy = try #require(house.put(dinner))
        guard case .series(copy.name, copy.tag, let event, _)? = house.changes().first?.items.first
        else { return #expect(Bool(false)) }
        expectEqual(event.uid, dinner.uid)
        expectEqual(event.details, dinner.details)
        expectEqual(event.recurrence, dinner.recurrence)
    }

    @Test func `writes a birthday without the fields it can't have`() throws {
        house.calendar {
            $0.take([
                "id": "bd", "iCalUID": "bd@google.com", "eventType": "birthday",
                "status": "confirmed", "summary": "Birthday", "visibility": "private",
                "transparency": "transparent", "recurrence": ["RRULE:FREQ=YEARLY"],
                "start": ["date": "2026-05-07"], "end": ["date": "2026-05-08"],
            ])
        }
        guard case .series(let name, let tag, let birthday, _)? = house.changes().first?.items.first
        else { return #expect(Bool(false)) }
        let known = RemoteCopy(name: name, tag: tag, base: birthday)
        let copy = try #require(house.put(birthday.titled("Ada’s birthday"), over: known))
        expectEqual(house.event("bd")?["summary"], "Ada’s birthday")
        var placed = copy.base
        placed.details.location = "Kitchen"
        expectEqual(house.write(placed, over: copy), .refused(status: 400))
    }

    @Test func `an edit changes only its field, and keeps guests and reminders`() throws {
        let dinner = try GoogleSamples.dinner()
        let copy = try #require(house.put(dinner))
        house.edit(
            copy.name,
            [
                "attendees": [["email": "chef@example.com"]], "visibility": "confidential",
                "reminders": ["useDefault": false, "overrides": [["minutes": 10]]],
            ])
        guard case .series(_, let tag, let theirs, _)? = house.changes().first?.items.first else {
            return #expect(Bool(false))
        }
        #expect(theirs.details.isPrivate)
        _ = house.takeRequests()
        let known = RemoteCopy(name: copy.name, tag: tag, base: theirs)
        #expect(house.put(theirs.titled("Supper"), over: known) != nil)
        let body = try JSON(parsing: try #require(house.takeRequests().last).body)
        expectEqual(Set((body.members ?? [:]).keys), ["extendedProperties", "summary"])
        let event = try #require(house.event(copy.name))
        expectEqual(event["summary"], "Supper")
        expectEqual(event["attendees"], [["email": "chef@example.com"]])
        #expect(event["reminders"]?["overrides"] == [["minutes": 10]])
        expectEqual(event["visibility"], "confidential")
        expectEqual(house.server.with { $0.mailCount }, 0)
    }

    @Test func `reports an event that changed at Google instead of writing it`() throws {
        let dinner = try GoogleSamples.dinner()
        let copy = try #require(house.put(dinner))
        house.edit(copy.name, ["location": "Terrace"])
        guard
            case .changedThere(let items)? = house.write(dinner.titled("Supper"), over: copy),
            case .series(copy.name, let tag, let theirs, _)? = items.first
        else { return #expect(Bool(false)) }
        expectEqual(items.count, 1)
        expectEqual(theirs.details.location, "Terrace")
        expectEqual(tag, house.event(copy.name)?["etag"]?.text)
        #expect(house.event(copy.name)?["summary"] == "Dinner")
    }

    @Test func `reports an event that was deleted at Google`() throws {
        let dinner = try GoogleSamples.dinner()
        let copy = try #require(house.put(dinner))
        house.remove(copy.name)
        let deleted = WriteOutcome.Result.changedThere([.deleted(name: copy.name)])
        expectEqual(house.write(dinner.titled("Supper"), over: copy), deleted)
        house.calendar { $0 = GoogleServerCalendar() }
        expectEqual(house.write(dinner.titled("Supper"), over: copy), deleted)
    }

    @Test func `deletes the known version of an event, and accepts a repetition`() throws {
        let dinner = try GoogleSamples.dinner()
        let copy = try #require(house.put(dinner))
        house.edit(copy.name, ["location": "Terrace"])
        guard case .changedThere(let items)? = house.write(nil, over: copy) else {
            return #expect(Bool(false))
        }
        expectEqual(items.count, 1)
        let known = RemoteCopy(
            name: copy.name, tag: house.event(copy.name)?["etag"]?.text, base: dinner)
        expectEqual(house.write(nil, over: known), .deleted)
        // Google answers 412, and then 410.
        expectEqual(house.write(nil, over: known), .deleted)
        expectEqual(
            house.write(nil, over: RemoteCopy(name: copy.name, tag: nil, base: dinner)), .deleted)
        expectEqual(
            house.write(nil, over: RemoteCopy(name: "never1", tag: nil, base: dinner)), .deleted)
        expectEqual(house.write(nil), .deleted)
    }

    @Test func `creates an event once if the first answer was lost`() throws {
        let dinner = try GoogleSamples.dinner()
        house.order(.lostAnswer, on: "events.insert")
        expectNil(house.write(dinner))
        let copy = try #require(house.put(dinner))
        expectEqual(house.event(copy.name)?["etag"]?.text, copy.tag)
        expectEqual(house.calendar { $0.events.count }, 1)
    }

    @Test func `applies an edit to an event whose creation got no answer`() throws {
        house.order(.lostAnswer, on: "events.insert")
        _ = house.write(try GoogleSamples.dinner())
        let copy = try #require(house.put(try GoogleSamples.dinner("Supper")))
        #expect(house.event(copy.name)?["summary"] == "Supper")
        expectEqual(house.calendar { $0.events.count }, 1)
    }

    @Test func `does not overwrite a foreign edit after a lost answer`() throws {
        house.order(.lostAnswer, on: "events.insert")
        let dinner = try GoogleSamples.dinner()
        _ = house.write(dinner)
        let id = GoogleWriter.id("main/a_1", "e_1", dinner.uid)
        house.edit(id, ["summary": "Feast"])
        guard case .changedThere(let items)? = house.write(dinner.titled("Supper")),
            case .series(id, _, let theirs, _)? = items.first
        else { return #expect(Bool(false)) }
        expectEqual(theirs.details.title, "Feast")
        #expect(house.event(id)?["summary"] == "Feast")
    }

    @Test func `restores a deleted event with the same UID`() throws {
        let dinner = try GoogleSamples.dinner()
        let copy = try #require(house.put(dinner))
        expectEqual(house.write(nil, over: copy), .deleted)
        let again = try #require(house.put(dinner.titled("Supper")))
        expectEqual(again.name, copy.name)
        let event = try #require(house.event(again.name))
        expectEqual(event["status"], "confirmed")
        expectEqual(event["summary"], "Supper")
        expectEqual(event["iCalUID"], "dinner@hub")
    }

    @Test func `reports an event with the same UID from another program`() throws {
        house.calendar { calendar in
            _ = calendar.add([
                "id": "other1", "iCalUID": "dinner@hub", "summary": "Feast",
                "start": ["date": "2026-05-04"], "end": ["date": "2026-05-05"],
            ])
        }
        guard case .changedThere(let items)? = house.write(try GoogleSamples.dinner()),
            case .series("other1", _, let theirs, _)? = items.first
        else { return #expect(Bool(false)) }
        expectEqual(theirs.details.title, "Feast")
    }

    @Test func `stores our UID as a property if Google accepts only one name`() throws {
        house.server.with { $0.takesBothNames = false }
        let copy = try #require(house.put(try GoogleSamples.dinner()))
        expectEqual(house.event(copy.name)?["iCalUID"]?.text, copy.name + "@google.com")
        guard case .series(_, _, let event, _)? = house.changes().first?.items.first else {
            return #expect(Bool(false))
        }
        expectEqual(event.uid, "dinner@hub")
        // The client remembers the refusal of both names.
        _ = house.takeRequests()
        var second = try GoogleSamples.dinner()
        second.uid = "second@hub"
        #expect(house.put(second, id: "e_2") != nil)
        expectEqual(house.takeSteps(), ["POST events"])
    }

    @Test func `a refused write does not stop the others`() throws {
        house.order(.forbidden, on: "events.insert", after: 1)
        let writes = try ["e_1", "e_2", "e_3"].map { id in
            var event = try GoogleSamples.dinner()
            event.uid = id + "@hub"
            return RemoteWrite(id: id, copy: nil, content: event)
        }
        guard case .done(let results) = house.write(writes),
            case .written(GoogleHouse.calendar, let outcomes)? = results.first
        else { return #expect(Bool(false)) }
        expectEqual(outcomes.map(\.id), ["e_1", "e_2", "e_3"])
        expectEqual(outcomes[1].result, .refused(status: 403))
        expectEqual(house.calendar { $0.events.count }, 2)
        house.calendar { $0.accessRole = "reader" }
        expectEqual(house.write(try GoogleSamples.dinner()), .refused(status: 403))
    }

    @Test func `reports the writes before a fault, and retries the rest`() throws {
        let writes = try ["e_1", "e_2"].map { id in
            var event = try GoogleSamples.dinner()
            event.uid = id + "@hub"
            return RemoteWrite(id: id, copy: nil, content: event)
        }
        house.order(.tooMany(retryAfter: 30), on: "events.insert", after: 1)
        guard case .done(let results) = house.write(writes),
            case .written(_, let outcomes)? = results.first
        else { return #expect(Bool(false)) }
        #expect(results.count == 1 && outcomes.map(\.id) == ["e_1"])
        // The next job reports the server's pause and sends no request.
        _ = house.takeRequests()
        house.server.with { $0.now += 10 }
        expectEqual(house.answer(.findCalendars), .failed(.answered(429), secondsMin: 20))
        #expect(house.takeRequests().isEmpty)
        house.order(.rateLimit, on: "events.insert")
        expectEqual(house.write([writes[1]]), .failed(.answered(403), secondsMin: nil))
        house.server.with { $0.revokeSignIns() }
        expectEqual(house.write([writes[1]]), .done([.refused(.revoked)]))
    }

    @Test func `reports the event that the server stored`() throws {
        var dinner = try GoogleSamples.dinner()
        dinner.details.foreign = "X-OURS:1"
        dinner.recurrence.start = .floating(GoogleSamples.time("2026-05-04T19:30"))
        guard case .stored(_, _, _, let stored?)? = house.write(dinner) else {
            return #expect(Bool(false))
        }
        expectEqual(stored.recurrence, (try GoogleSamples.dinner()).recurrence)
        expectEqual(stored.details.foreign, "X-OURS:1")
    }
}
