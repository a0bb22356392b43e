import BoardKit
import Sync

extension Planner {
    func saveSync(to writer: inout StateWriter) {
        writer.write(accounts)
        writer.write(goneAccounts)
        writer.write(links.count)
        for (id, link) in links.sorted(by: { $0.key < $1.key }) {
            writer.write(id)
            link.write(to: &writer, of: id) { self.events[$0] }
        }
    }

    /// Call this after the ledgers were restored.
    mutating func restoreSync(from reader: inout StateReader) throws(StateError) {
        accounts = try reader.read()
        goneAccounts = try reader.read()
        links = [:]
        for _ in 0..<(try reader.readCount()) {
            let id: CalendarID = try reader.read()
            let events = events
            links[id] = try CalendarLink(from: &reader) { events[$0] }
        }
    }
}
