package import Sync

extension SavedTable {
    /// The table with these records added or replaced.
    ///
    /// - Parameters:
    ///   - changed: in any order, each number once; `nil` removes a record.
    ///   - write: writes a record.
    package func merged<Record>(
        with changed: [(number: Int, record: Record?)],
        _ write: (Record, inout StateWriter) -> Void
    ) -> SavedTableWriter {
        var merged = SavedTableWriter()
        var position = 0
        func takeOver(_ isMeant: (Int) -> Bool) {
            while position < count, case let number = number(at: position), isMeant(number) {
                merged.append(number) { $0.append(record(at: position).rest) }
                position += 1
            }
        }
        for (number, record) in changed.sorted(by: { $0.number < $1.number }) {
            takeOver { $0 < number }
            if position < count, self.number(at: position) == number { position += 1 }
            if let record { merged.append(number) { write(record, &$0) } }
        }
        takeOver { _ in true }
        return merged
    }
}
