import Glibc
import Locks
import Storage

/// The noted ends of the journals, in the file `tablecast.ends` beside the database.
///
/// A database alone does not show that a journal was cut off: its last rows may have been deleted,
/// it may have been copied without its log, or SQLite may ignore the rest of a log in which a bit
/// has flipped. With these notes, `verify` detects it.
///
/// A note is written after each transaction and never flushed. So after a power failure it may be
/// older than the journal, but it never claims more than was on the disk. A note of a later
/// revision stays until the journal has passed it.
///
/// The file has 64 bytes for each venue, in the order of the venues' row numbers: the revision in 8
/// bytes, the highest first; its link; the link before the first event; the first 16 bytes of
/// SHA-256 over all this; zeros.
final class JournalEnds: Sendable {
    private static let noteByteCount = 64
    private static let linkByteCount = Chain.linkByteCount
    private static let checkedByteCount = 8 + 2 * linkByteCount
    /// The valid row numbers of venues. The file has room for all numbers below the highest.
    private static let venueNumbers: ClosedRange<Int64> = 1...1_000_000

    private struct State: Sendable {
        /// The file's descriptor, opened for the first note; -1 if it could not be opened.
        var descriptor: Int32?
        /// The known content of the file.
        var ends: [Int64: JournalEnd] = [:]
    }

    private let path: String
    private let state = Monitor(State())

    init(path: String) { self.path = path }

    deinit {
        state.withValue { state in
            if let descriptor = state.descriptor, descriptor >= 0 { close(descriptor) }
        }
    }

    /// Notes the current end of a journal. Ignores failures, because the journal is complete
    /// without the notes.
    func note(_ end: JournalEnd) {
        guard Self.venueNumbers.contains(end.venue) else { return }
        state.withValue { state in
            let descriptor =
                state.descriptor
                ?? open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
            state.descriptor = descriptor
            guard descriptor >= 0 else { return }
            let known = state.ends[end.venue] ?? Self.read(end.venue, from: descriptor)
            if let known, known.start == end.start, known.rev >= end.rev { return }
            guard let note = Self.encode(end) else { return }
            let offset = (end.venue - 1) * Int64(Self.noteByteCount)
            if pwrite(descriptor, note, note.count, off_t(offset)) == note.count {
                state.ends[end.venue] = end
            }
        }
    }

    /// Returns the noted end of a journal; `nil` if it is missing, unreadable or of another epoch.
    func end(of venue: Int64, start: [UInt8]) -> JournalEnd? {
        guard Self.venueNumbers.contains(venue) else { return nil }
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        guard let end = Self.read(venue, from: descriptor), end.start == start else { return nil }
        return end
    }

    /// Returns all noted ends that can be read.
    func all() -> [JournalEnd] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return [] }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return [] }
        let count = Int64(status.st_size) / Int64(Self.noteByteCount)
        return (0..<min(count, Self.venueNumbers.upperBound))
            .compactMap { Self.read($0 + 1, from: descriptor) }
    }

    /// Checks that every noted venue still exists. Venues are never deleted.
    ///
    /// - Throws: `lost`.
    static func requireNoneLost(
        _ noted: [JournalEnd], among venues: Set<Int64>
    ) throws(StoreError) {
        let lost = noted.filter { !venues.contains($0.venue) }
        guard !lost.isEmpty else { return }
        throw .lost(venueCount: lost.count, eventCount: lost.reduce(0) { $0 + $1.rev })
    }

    private static func encode(_ end: JournalEnd) -> [UInt8]? {
        var note = withUnsafeBytes(of: UInt64(end.rev).bigEndian) { Array($0) }
        note += end.link + end.start
        guard note.count == checkedByteCount, let digest = try? SHA256.digest(note) else {
            return nil
        }
        note += digest.prefix(linkByteCount)
        return note + [UInt8](repeating: 0, count: noteByteCount - note.count)
    }

    private static func read(_ venue: Int64, from descriptor: Int32) -> JournalEnd? {
        var note = [UInt8](repeating: 0, count: noteByteCount)
        let offset = (venue - 1) * Int64(noteByteCount)
        guard pread(descriptor, &note, note.count, off_t(offset)) == note.count,
            let rev = Int(exactly: note[..<8].reduce(0 as UInt64) { $0 << 8 | UInt64($1) }),
            // The entry of a journal without events may be all zeros.
            rev > 0
        else { return nil }
        let end = JournalEnd(
            venue: venue, start: Array(note[(8 + linkByteCount)..<checkedByteCount]), rev: rev,
            link: Array(note[8..<(8 + linkByteCount)]))
        return encode(end) == note ? end : nil
    }
}
