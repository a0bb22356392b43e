import Glibc

/// The file with the marks of work, mapped into memory.
///
/// Each slot has the length of the text in 2 bytes, 0 for a free slot; whether the work is in
/// progress, in 1 byte; the number of times that the process has ended during the work, in 1 byte;
/// and the text: the venue's slug, a space, and the work's name.
struct WorkSlots {
    static let count = 32
    private static let slotByteCount = 1_024
    private static let headByteCount = 4
    private static let byteCount = count * slotByteCount

    struct Entry: Equatable {
        var work: Work
        var isInWork: Bool
        var ends: Int

        /// The number of ends, including the last one if the work was in progress then.
        var countedEnds: Int { ends + (isInWork ? 1 : 0) }
    }

    // The slots are used by one thread at a time, which holds the lock of `WorkMarks`.
    private nonisolated(unsafe) let bytes: UnsafeMutableRawBufferPointer

    /// Reads the file. Returns `nil` if it is damaged. A file that does not exist has no entries.
    static func entries(at path: String) -> [Entry]? {
        let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { return errno == ENOENT ? [] : nil }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: byteCount + 1)
        guard pread(descriptor, &bytes, bytes.count, 0) == byteCount else { return nil }
        var entries: [Entry] = []
        for start in stride(from: 0, to: byteCount, by: slotByteCount) {
            let length = Int(bytes[start]) << 8 | Int(bytes[start + 1])
            if length == 0 { continue }
            guard length <= slotByteCount - headByteCount, bytes[start + 2] <= 1,
                let text = String(
                    validating: bytes[(start + headByteCount)...].prefix(length), as: UTF8.self),
                let space = text.firstIndex(of: " ")
            else { return nil }
            let name = String(text[text.index(after: space)...])
            entries.append(
                Entry(
                    work: Work(name, in: String(text[..<space])),
                    isInWork: bytes[start + 2] == 1, ends: Int(bytes[start + 3])))
        }
        return entries
    }

    /// Creates the file anew, with free slots. Returns `nil` if that fails.
    init?(path: String) {
        let descriptor = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return nil }
        defer { Glibc.close(descriptor) }
        // All bytes are written, because a write to a hole in a mapped file ends the process if the
        // disk is full.
        let zeros = [UInt8](repeating: 0, count: Self.byteCount)
        guard pwrite(descriptor, zeros, zeros.count, 0) == zeros.count,
            ftruncate(descriptor, off_t(Self.byteCount)) == 0
        else { return nil }
        let mapped = mmap(
            nil, Self.byteCount, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0)
        guard mapped != MAP_FAILED else { return nil }
        bytes = UnsafeMutableRawBufferPointer(start: mapped, count: Self.byteCount)
    }

    func unmap() { munmap(bytes.baseAddress, bytes.count) }

    private static func text(of work: Work) -> String { "\(work.venue) \(work.name)" }

    /// Whether the work's text fits in a slot.
    static func holds(_ work: Work) -> Bool {
        work.venue.utf8.count + 1 + work.name.utf8.count <= slotByteCount - headByteCount
    }

    /// Writes an entry, or frees the slot.
    func write(_ entry: Entry?, at index: Int) {
        let slot = UnsafeMutableRawBufferPointer(
            rebasing: bytes[(index * Self.slotByteCount)...].prefix(Self.slotByteCount))
        guard let entry else { return slot.storeBytes(of: 0, as: UInt16.self) }
        let text = Self.text(of: entry.work)
        UnsafeMutableRawBufferPointer(rebasing: slot[Self.headByteCount...])
            .copyBytes(from: text.utf8)
        slot[2] = entry.isInWork ? 1 : 0
        slot[3] = UInt8(clamping: entry.ends)
        slot.storeBytes(of: UInt16(text.utf8.count).bigEndian, as: UInt16.self)
    }
}
