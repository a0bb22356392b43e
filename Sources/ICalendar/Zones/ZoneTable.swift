/// The offset changes of a zone, in order.
final class ZoneTable: Sendable {
    let name: String
    let definition: String?
    /// The instants at which the offset changes, in Unix seconds.
    let changes: [Int64]
    /// The offsets from UTC in seconds: one before the first change, then one for each change.
    let offsets: [Int32]

    init(name: String, definition: String?, offset: Int32, changes: [(at: Int64, to: Int32)] = []) {
        self.name = name
        self.definition = definition
        self.changes = changes.map(\.at)
        offsets = [offset] + changes.map(\.to)
    }

    func offset(at seconds: Int64) -> Int32 { offsets[place(at: seconds)] }

    /// Returns the number of changes up to and including an instant.
    private func place(at seconds: Int64) -> Int {
        var low = 0
        var high = changes.count
        while low < high {
            let middle = (low + high) / 2
            if changes[middle] <= seconds { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Returns the last change at or before an instant.
    func change(before seconds: Int64) -> Int64? {
        let place = place(at: seconds)
        return place == 0 ? nil : changes[place - 1]
    }

    func seconds(of wall: Int64) -> Int64 {
        // Offsets are below a day, so the offset a day earlier gives the earliest reading.
        var place = place(at: wall - 86_400)
        while place < changes.count {
            let instant = wall - Int64(offsets[place])
            // Use the offset before the next change, also for a time in its gap.
            if instant < changes[place] { return instant }
            if wall < changes[place] + Int64(offsets[place + 1]) { return instant }
            place += 1
        }
        return wall - Int64(offsets[place])
    }
}

extension ZoneTable: Hashable {
    static func == (a: ZoneTable, b: ZoneTable) -> Bool {
        a === b || (a.name == b.name && a.definition == b.definition)
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        hasher.combine(definition)
    }
}
