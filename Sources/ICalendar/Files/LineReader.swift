import PeerText

/// Splits a file into unfolded content lines.
struct LineReader {
    /// The maximum length of an unfolded line in bytes.
    static let lineBytesMax = 64 * 1024

    enum Line {
        case text(String, number: Int)
        /// A line that exceeds the maximum. Its text is discarded.
        case tooLong(number: Int)
    }

    private let bytes: [UInt8]
    private var place = 0
    private var number = 1

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { place = 3 }
    }

    /// Returns the next non-empty line, or `nil` at the end.
    mutating func next() throws(CalendarFileProblem) -> Line? {
        while place < bytes.count {
            let first = number
            var line: [UInt8] = []
            var isTooLong = false
            repeat {
                let end = bytes[place...].firstIndex(of: 0x0A) ?? bytes.count
                if line.count + end - place > Self.lineBytesMax {
                    isTooLong = true
                } else {
                    // Drop control characters except the tab, which counts as a space.
                    line += bytes[place..<end].lazy.filter { $0 >= 0x20 && $0 != 0x7F || $0 == 9 }
                }
                place = min(end + 1, bytes.count)
                number += 1
            } while skipFold()
            if isTooLong { return .tooLong(number: first) }
            // At the start of the file or after an empty line, leading spaces don't mark a fold.
            line.removeFirst(line.prefix { $0 == 0x20 || $0 == 9 }.count)
            guard !line.isEmpty else { continue }
            guard let text = String(validatingOfPeer: line) else { throw .notUTF8 }
            return .text(text, number: first)
        }
        return nil
    }

    /// Skips the mark of a folded line (a space or tab). A fold may split a character.
    private mutating func skipFold() -> Bool {
        guard place < bytes.count, bytes[place] == 0x20 || bytes[place] == 9 else { return false }
        place += 1
        return true
    }
}
