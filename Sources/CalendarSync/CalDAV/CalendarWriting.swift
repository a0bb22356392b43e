import CalendarMerging
import Destinations
import HTTPTypes
import ICalendar

/// Writes events, each on the condition that it has not changed on the server.
struct CalendarWriting {
    private typealias Result = WriteOutcome.Result

    /// The status reported for an unreadable resource (RFC 9110, section 15.5.21).
    private static let unreadable = 422

    let calendar: DAVCalendar
    /// Unix seconds.
    let now: Int64

    /// Writes the events one by one. If the server fails, returns the results so far.
    func answer(_ writes: [RemoteWrite], id: String) throws(DAVFailure) -> CalendarAnswer {
        var outcomes: [WriteOutcome] = []
        var problem: DAVFailure?
        do throws(DAVFailure) {
            // Fetch the texts to edit in one request.
            var stored: [String: StoredEvent] = [:]
            let names = writes.filter { $0.copy?.tag == nil || $0.content != nil }
                .compactMap { $0.copy.map(name) }
            try calendar.stored(names[...]) { stored[$0] = $1 }
            for write in writes {
                let result = try result(of: write, stored)
                outcomes.append(WriteOutcome(id: write.id, sent: write.content, result: result))
            }
        } catch {
            problem = error
        }
        guard let problem else { return .done([.written(calendar: id, outcomes)]) }
        if outcomes.isEmpty { throw problem }
        var results = [CalendarResult.written(calendar: id, outcomes)]
        if case .account(let account, let address) = problem {
            results.append(.refused(account, at: address))
        }
        return .done(results)
    }

    private func result(
        of write: RemoteWrite, _ stored: [String: StoredEvent]
    ) throws(DAVFailure) -> Result {
        switch (write.copy, write.content) {
        case (nil, nil): return .deleted
        case (nil, let content?): return try make(content)
        case (let copy?, nil) where copy.name.isEmpty:
            guard let there = stored[name(of: copy)], case .event = there else { return .deleted }
            return self.result(of: there, name(of: copy))
        case (let copy?, nil): return try delete(copy, stored[copy.name])
        case (let copy?, let content?):
            return try change(copy, to: content, stored[copy.name] ?? .missing)
        }
    }

    // MARK: Creating

    /// Returns the event's name, or the name it would have if its creation got no answer.
    private func name(of copy: RemoteCopy) -> String {
        copy.name.isEmpty ? DAVPath.name(of: copy.base.uid, in: calendar.path) : copy.name
    }

    private func make(_ content: CalendarEvent) throws(DAVFailure) -> Result {
        var text = CalendarText(name: nil)
        var dated = content
        dated.stamp = content.stamp ?? now
        text.append(dated)
        let name = DAVPath.name(of: content.uid, in: calendar.path)
        let answer = try put(text.finished(), at: name, [.ifNoneMatch: "*"])
        switch answer.status {
        case 200, 201, 204: return try storedResult(of: answer, name, content)
        // The event exists, possibly by another name: a server refuses a second event with a UID
        // (RFC 4791, section 5.3.2.1), but not every server sends `no-uid-conflict`.
        case 400, 403, 409, 412:
            if case .event(let tag, let event, _) = try calendar.stored(name) {
                return .changedThere([.whole(name: name, tag: tag, event)])
            }
            if let item = try item(ofUID: content.uid) { return .changedThere([item]) }
            // The event existed a moment ago, so try again later.
            if answer.status == 412 { throw .transfer(.answered(412)) }
            return .refused(status: answer.status)
        default: return .refused(status: answer.status)
        }
    }

    private func item(ofUID uid: String) throws(DAVFailure) -> RemoteItem? {
        do throws(DAVFailure) {
            let found = try calendar.server.report(
                DAVBody.query(uid: uid), of: calendar.place, depth: 1)
            // Some servers match substrings of the UID, or return every event.
            for response in found.responses.prefix(10) {
                guard let name = calendar.name(response.href) else { continue }
                if case .event(let tag, let event, _) = try calendar.stored(name), event.uid == uid
                {
                    return .whole(name: name, tag: tag, event)
                }
            }
            return nil
        } catch .notMultistatus {
            return nil
        }
    }

    // MARK: Changing

    private func change(
        _ copy: RemoteCopy, to content: CalendarEvent, _ stored: StoredEvent
    ) throws(DAVFailure) -> Result {
        guard case .event(let tag, let event, let text) = stored, isAgreed(copy, tag, event) else {
            return result(of: stored, copy.name)
        }
        guard let calendarText = StoredCalendar(reading: text.bytes) else {
            return .refused(status: Self.unreadable)
        }
        guard let edited = calendarText.edited(to: content, at: now) else {
            return .stored(name: copy.name, tag: tag, changeTags: [:], stored: nil)
        }
        let fields: HTTPFields = tag.map { [.ifMatch: $0] } ?? [:]
        let answer = try put(edited, at: copy.name, fields)
        switch answer.status {
        case 200, 201, 204: return try storedResult(of: answer, copy.name, content)
        case 404, 409, 410, 412:
            let now = try calendar.stored(copy.name)
            if case .event(let newTag, _, _) = now, newTag == tag, answer.status != 412 {
                return .refused(status: answer.status)
            }
            return result(of: now, copy.name)
        default: return .refused(status: answer.status)
        }
    }

    /// Returns whether the stored event is the one that both sides agreed on.
    private func isAgreed(_ copy: RemoteCopy, _ tag: String?, _ event: CalendarEvent) -> Bool {
        copy.tag.map { $0 == tag } ?? (event == copy.base)
    }

    private func result(of stored: StoredEvent, _ name: String) -> Result {
        stored.item(name).map { .changedThere([$0]) } ?? .refused(status: Self.unreadable)
    }

    // MARK: Deleting

    private func delete(_ copy: RemoteCopy, _ stored: StoredEvent?) throws(DAVFailure) -> Result {
        var tag = copy.tag
        if let stored {
            guard case .event(let now, let event, _) = stored, isAgreed(copy, now, event) else {
                if case .missing = stored { return .deleted }
                return result(of: stored, copy.name)
            }
            tag = now
        }
        let fields: HTTPFields = tag.map { [.ifMatch: $0] } ?? [:]
        guard let place = calendar.place.at(copy.name) else { return .refused(status: 414) }
        let answer = try calendar.server.send(.delete, place, fields: fields).answer
        switch answer.status {
        // A 207 lists resources that could not be deleted (RFC 4918, section 9.6.1).
        case 200, 202, 204, 404, 410: return .deleted
        case 412:
            let now = try calendar.stored(copy.name)
            if case .missing = now { return .deleted }
            return result(of: now, copy.name)
        default: return .refused(status: answer.status)
        }
    }

    // MARK: Answers

    private func put(
        _ text: [UInt8], at name: String, _ conditions: HTTPFields
    ) throws(DAVFailure) -> OutgoingAnswer {
        guard let place = calendar.place.at(name) else { return OutgoingAnswer(status: 414) }
        var fields = conditions
        fields[.contentType] = "text/calendar; charset=utf-8"
        return try calendar.server.send(.put, place, fields: fields, body: text).answer
    }

    /// Returns the result of a PUT. A server that stored the exact text returns a tag (RFC 4791,
    /// section 5.3.4); otherwise the stored text is fetched.
    private func storedResult(
        of answer: OutgoingAnswer, _ name: String, _ content: CalendarEvent
    ) throws(DAVFailure) -> Result {
        if let tag = answer.fields[.eTag].flatMap({ EntityTag.normalised($0) }) {
            return .stored(name: name, tag: tag, changeTags: [:], stored: nil)
        }
        guard case .event(let tag, let event, _) = try calendar.stored(name) else {
            return .stored(name: name, tag: nil, changeTags: [:], stored: nil)
        }
        return .stored(name: name, tag: tag, changeTags: [:], stored: event)
    }
}
