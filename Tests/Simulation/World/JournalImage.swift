import Storage
import Sync

/// The bytes on the simulated disk: transactions of rows, each ended by a mark. Bytes after the
/// last mark belong to an unfinished transaction.
struct JournalImage {
    struct Damage: Error {
        var rev: Int
    }

    private static let mark: [UInt8] = [0xFF, 0xFF, 0xFF, 0xFF]

    private var bytes: [UInt8] = []
    private var finishedByteCount = 0
    private let epoch: String

    /// The positions of the rows of finished transactions.
    private(set) var rows: [Range<Int>] = []
    /// The link of the last row.
    private(set) var link: [UInt8]

    init(epoch: String) {
        self.epoch = epoch
        link = []
    }

    /// Returns the bytes of a transaction with these events.
    func transaction(_ entries: [JournalEntry]) throws -> [UInt8] {
        var link = link
        var bytes: [UInt8] = []
        for entry in entries {
            link = try Chain.link(of: entry.event, fingerprint: entry.fingerprint, after: link)
            let row = JournalRow.bytes(of: entry, link: link)
            for shift in [24, 16, 8, 0] { bytes.append(UInt8(row.count >> shift & 0xFF)) }
            bytes += row
        }
        return bytes + Self.mark
    }

    /// Appends a transaction, replacing an unfinished one.
    mutating func write(_ transaction: some Sequence<UInt8>) {
        bytes.removeLast(bytes.count - finishedByteCount)
        bytes += transaction
    }

    /// Reads everything, like a starting hub, and drops an unfinished transaction.
    ///
    /// - Throws: `Damage` at the first row that can't be read or does not follow the previous rows.
    mutating func read(checksChain: Bool) throws -> [JournalEntry] {
        link = try Chain.start(epoch: epoch)
        rows = []
        finishedByteCount = 0
        var entries: [JournalEntry] = []
        try readOn(into: &entries, checksChain: checksChain)
        bytes.removeLast(bytes.count - finishedByteCount)
        return entries
    }

    /// Reads the transaction that was written last.
    mutating func readOn(into entries: inout [JournalEntry], checksChain: Bool) throws {
        var position = finishedByteCount
        var open = (entries: [JournalEntry](), rows: [Range<Int>](), link: link)
        while position + 4 <= bytes.count {
            let head = bytes[position..<position + 4]
            position += 4
            if head.elementsEqual(Self.mark) {
                entries += open.entries
                rows += open.rows
                link = open.link
                finishedByteCount = position
                open = ([], [], link)
                continue
            }
            let end = position + head.reduce(0) { $0 << 8 | Int($1) }
            // The transaction is unfinished.
            guard end <= bytes.count else { return }
            let rev = rows.count + open.rows.count + 1
            guard let (entry, storedLink) = try? JournalRow.read(bytes[position..<end]) else {
                throw Damage(rev: rev)
            }
            if checksChain {
                let fitting = try? Chain.link(
                    of: entry.event, fingerprint: entry.fingerprint, after: open.link)
                if fitting != storedLink { throw Damage(rev: rev) }
            }
            open.entries.append(entry)
            open.rows.append(position..<end)
            open.link = storedLink
            position = end
        }
    }

    /// Flips one bit of a row, as an ageing disk does.
    mutating func flip(bit: Int, at offset: Int) { bytes[offset] ^= 1 << UInt8(bit) }
}
