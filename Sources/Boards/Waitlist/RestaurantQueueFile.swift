package import Sync

/// The file in which the first RestaurantQueue server stored its list, one line for each
/// reservation: `id:1462046494, name:James, size:2, time:2016-04-30 20:01:34 +0000, isReady:false`.
///
/// That server overwrote the beginning of the file and kept the rest. When the list had become
/// shorter, older lines and parts of lines therefore followed it. A line that can be parsed exactly
/// is a reservation. Every other line is reported; nothing is guessed. The board decides whether it
/// accepts a name.
package struct RestaurantQueueFile: Sendable, Equatable {
    package struct Reservation: Sendable, Equatable {
        /// The number of the line, from 1.
        package let line: Int
        package let id: Int
        /// The name, which may be empty or too long.
        package let name: String
        /// The number of people, 1 to 99.
        package let size: Int
        package let arrivedAt: Instant
        package let isReady: Bool
    }

    package struct UnreadableLine: Sendable, Equatable {
        /// The number of the line, from 1.
        package let line: Int
        /// The problem, without any of the line's content.
        package let reason: String
    }

    /// The reservations, in the order of the file. Of several lines with the same id, only the
    /// first counts. The server wrote from the beginning of the file, so that line is the newest.
    package let reservations: [Reservation]
    /// The unreadable lines, in the order of the file.
    package let unreadable: [UnreadableLine]
    /// The number of empty lines. They are damage too, but they contain nothing.
    package let emptyLineCount: Int

    /// Parses a file with any content.
    package init(parsing bytes: [UInt8]) {
        var reservations: [Reservation] = []
        var unreadable: [UnreadableLine] = []
        var emptyLineCount = 0
        var lineOfID: [Int: Int] = [:]
        for (offset, content) in Self.lines(of: bytes).enumerated() {
            let line = offset + 1
            if content.isEmpty {
                emptyLineCount += 1
                continue
            }
            do throws(RestaurantQueueLine.Fault) {
                let read = try RestaurantQueueLine(parsing: content)
                if let earlier = lineOfID[read.id] { throw .repeated(line: earlier) }
                lineOfID[read.id] = line
                reservations.append(
                    Reservation(
                        line: line, id: read.id, name: read.name, size: read.size,
                        arrivedAt: read.arrivedAt, isReady: read.isReady))
            } catch {
                unreadable.append(UnreadableLine(line: line, reason: error.reason))
            }
        }
        self.reservations = reservations
        self.unreadable = unreadable
        self.emptyLineCount = emptyLineCount
    }

    /// Returns the lines without their ends. An empty last line is ignored.
    private static func lines(of bytes: [UInt8]) -> [ArraySlice<UInt8>] {
        var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        if lines.last?.isEmpty == true { lines.removeLast() }
        // The server wrote LF. A CR before it comes from another system.
        return lines.map { $0.last == UInt8(ascii: "\r") ? $0.dropLast() : $0 }
    }
}
