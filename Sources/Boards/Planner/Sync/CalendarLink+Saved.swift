import BoardKit
import CalendarMerging
import ICalendar
import JSON
import Sync

extension CalendarLink {
    /// - Parameter state: returns the present state of an event. Only a copy's differences from it
    ///   are written.
    func write(
        to writer: inout StateWriter, of calendar: CalendarID, _ state: (EventID) -> PlannedEvent?
    ) {
        write(to: &writer, after: nil)
        writer.write(copies.count)
        for (id, copy) in copies.sorted(by: { $0.key < $1.key }) {
            writer.write(id)
            copy.write(to: &writer, of: calendar, after: state(id))
        }
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
    }

    init(
        from reader: inout StateReader, _ state: (EventID) -> PlannedEvent?
    ) throws(StateError) {
        try self.init(from: &reader, after: nil)
        for _ in 0..<(try reader.readCount()) {
            let id: EventID = try reader.read()
            setCopy(id, to: try RemoteCopy(from: &reader, after: state(id)))
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
