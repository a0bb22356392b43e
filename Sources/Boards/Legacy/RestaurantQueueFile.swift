public import Sync

/// The file in which the first RestaurantQueue server kept its list:
/// `id:1462046494, name:James, size:2, time:2016-04-30 20:01:34 +0000, isReady:false`, one line for
/// each reservation.
///
/// That server wrote its list over the old one and left the rest of the file as it was. So when the
/// list had grown shorter, tails of older lines follow, and older lines whole. What can be read
/// exactly is a reservation; what can't is listed with its line, and nothing is guessed. Whether a
/// name is one that a board takes is for the board to judge.
public struct RestaurantQueueFile: Sendable, Equatable {
    public struct Reservation: Sendable, Equatable {
        /// From 1.
        public let line: Int
        public let id: Int
        /// As it stands there, which may be empty or too long.
        public let name: String
        /// 1 to 99.
        public let size: Int
        public let arrivedAt: Instant
        public let isReady: Bool
    }

    public struct UnreadableLine: Sendable, Equatable {
        /// From 1.
        public let line: Int
        /// What is wrong, without anything of what stands there.
        public let reason: String
    }

    /// In the order of the file. An id stands here once, from the first of its lines: the file was
    /// always written from its beginning, so that one is the newest.
    public let reservations: [Reservation]
    /// In the order of the file.
    public let unreadable: [UnreadableLine]
    /// Lines without anything in them, which are damage too but hold nothing that was lost.
    public let emptyLineCount: Int

    /// Reads a whole file, whatever it holds.
    public init(parsing bytes: [UInt8]) {
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

    /// The lines without their ends. What follows the last line feed is a line only if it is
    /// something.
    private static func lines(of bytes: [UInt8]) -> [ArraySlice<UInt8>] {
        var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        if lines.last?.isEmpty == true { lines.removeLast() }
        // The server ended lines in LF; a CR before it is of a system that the file went through.
        return lines.map { $0.last == UInt8(ascii: "\r") ? $0.dropLast() : $0 }
    }
}
