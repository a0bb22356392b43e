import BoardKit
import CalendarMerging
import ICalendar
import JSON
import Sync

extension CalendarLink {
    /// - Parameter content: what an event is now. Only what a copy differs in is written.
    func write(
        to writer: inout StateWriter, of calendar: CalendarID, _ state: (EventID) -> PlannedEvent?
    ) {
        writer.write(json)
        writer.write(token)
        for mark in [isFetched, isBehind, hasMissed] { writer.write(mark) }
        writer.write(staleSince)
        writer.write(waitsUntil)
        writer.write(problem)
        writer.write(left)
        writer.write(unreadable)
        for rev in [since, writeSince, lastRev] { writer.write(rev) }
        writer.write(copies.count)
        for (id, copy) in copies.sorted(by: { $0.key < $1.key }) {
            writer.write(id)
            copy.write(to: &writer, of: calendar, after: state(id))
        }
        writer.write(waiting)
        writer.write(failed)
        writer.write(unanswered.count)
        for (id, sent) in unanswered.sorted(by: { $0.key < $1.key }) {
            writer.write(id)
            writer.write(sent.count)
            for content in sent {
                writer.write(content != nil)
                guard let content else { continue }
                PlannedEvent(calendar: calendar, content: content).write(
                    to: &writer, after: state(id))
            }
        }
        writer.write(rests)
    }

    init(
        from reader: inout StateReader, _ state: (EventID) -> PlannedEvent?
    ) throws(StateError) {
        guard let made = CalendarLink(try reader.read(JSON.self)) else {
            throw StateError("the link of a calendar is malformed")
        }
        self = made
        token = try reader.read()
        isFetched = try reader.read()
        isBehind = try reader.read()
        hasMissed = try reader.read()
        staleSince = try reader.read()
        waitsUntil = try reader.read()
        problem = try reader.read()
        left = try reader.read()
        unreadable = try reader.read()
        since = try reader.read()
        writeSince = try reader.read()
        lastRev = try reader.read()
        for _ in 0..<(try reader.readCount()) {
            let id: EventID = try reader.read()
            setCopy(id, to: try RemoteCopy(from: &reader, after: state(id)))
        }
        for id in try reader.read([EventID].self) { setPending(id, true) }
        for (id, status) in try reader.read([EventID: Int].self) {
            setPending(id, true, failed: status)
        }
        for _ in 0..<(try reader.readCount()) {
            let id: EventID = try reader.read()
            for _ in 0..<(try reader.readCount()) {
                let isThere: Bool = try reader.read()
                noteUnanswered(
                    id,
                    isThere ? try PlannedEvent(from: &reader, after: state(id)).content : nil)
            }
        }
        for (id, parts) in try reader.read([EventID: [OccurrenceKey: EventID]].self) {
            for (key, rest) in parts { noteRest(of: id, at: key, rest) }
        }
    }
}

extension RemoteCopy {
    fileprivate func write(
        to writer: inout StateWriter, of calendar: CalendarID, after event: PlannedEvent?
    ) {
        writer.write(name)
        writer.write(tag)
        writer.write(changeTags)
        PlannedEvent(calendar: calendar, content: base).write(to: &writer, after: event)
    }

    fileprivate init(
        from reader: inout StateReader, after event: PlannedEvent?
    ) throws(StateError) {
        let name: String = try reader.read()
        let tag: String? = try reader.read()
        let changeTags: [OccurrenceKey: String] = try reader.read()
        let base = try PlannedEvent(from: &reader, after: event).content
        self.init(name: name, tag: tag, changeTags: changeTags, base: base)
    }
}
