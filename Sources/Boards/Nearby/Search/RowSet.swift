/// A set of rows of a table, by their numbers: one bit for each row.
struct RowSet: Sendable {
    private var bits: [UInt64]

    init(rowCount: Int) { bits = [UInt64](repeating: 0, count: (rowCount + 63) / 64) }

    mutating func insert(_ row: Int) { bits[row >> 6] |= 1 << UInt64(row & 63) }

    func contains(_ row: Int) -> Bool { bits[row >> 6] & 1 << UInt64(row & 63) != 0 }

    mutating func formUnion(_ other: RowSet) {
        for index in bits.indices { bits[index] |= other.bits[index] }
    }

    mutating func formIntersection(_ other: RowSet) {
        for index in bits.indices { bits[index] &= other.bits[index] }
    }

    mutating func subtract(_ other: RowSet) {
        for index in bits.indices { bits[index] &= ~other.bits[index] }
    }

    var count: Int { bits.reduce(0) { $0 + $1.nonzeroBitCount } }

    /// Calls a closure with each row, in ascending order.
    func visit(_ body: (Int) -> Void) {
        for index in bits.indices {
            var rest = bits[index]
            while rest != 0 {
                body(index << 6 | rest.trailingZeroBitCount)
                rest &= rest - 1
            }
        }
    }
}
