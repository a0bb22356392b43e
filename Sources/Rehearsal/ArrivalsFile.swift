public import Boards

/// Recorded evenings in a CSV file with the columns `evening`, `time` (of day, `19:02` or
/// `19:02:37`) and `size`, and a line for each party.
public struct ArrivalsFile: Sendable {
    /// The names of the evenings, in the order of their first lines.
    public let evenings: [String]
    private let arrivalsByEvening: [String: [Arrival]]

    /// Parses a whole file.
    ///
    /// - Parameter bytes: UTF-8 with lines that end in LF or CR LF. Empty lines are ignored.
    public init(parsing bytes: [UInt8]) throws(ArrivalsFileError) {
        var lines = Self.lines(of: bytes).enumerated().makeIterator()
        guard let (_, header) = lines.next() else {
            throw ArrivalsFileError(
                line: 1, "The file is empty; it must begin with \(Self.header).")
        }
        let columns = try Columns(header)
        var evenings: [String] = []
        var arrivals: [String: [Arrival]] = [:]
        while let (offset, line) = lines.next() {
            if line.isEmpty { continue }
            let (evening, arrival) = try columns.read(line, number: offset + 1)
            if arrivals[evening] == nil { evenings.append(evening) }
            arrivals[evening, default: []].append(arrival)
        }
        self.evenings = evenings
        arrivalsByEvening = arrivals
    }

    /// Returns the arrivals of an evening, sorted by time. Throws an error that lists the file's
    /// evenings if there is no such evening.
    public func arrivals(of evening: String) throws(ArrivalsFileError) -> [Arrival] {
        guard let arrivals = arrivalsByEvening[evening] else {
            let names = evenings.isEmpty ? "none" : evenings.joined(separator: ", ")
            throw ArrivalsFileError(
                line: nil, "There is no such evening in the file; it has: \(names).")
        }
        let sorted = arrivals.enumerated().sorted { one, other in
            (one.element.second, one.offset) < (other.element.second, other.offset)
        }
        return sorted.map(\.element)
    }

    fileprivate static let header = "the header evening,time,size"

    private static func lines(of bytes: [UInt8]) -> [ArraySlice<UInt8>] {
        let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let text = bytes.starts(with: byteOrderMark) ? bytes.dropFirst(3) : bytes[...]
        guard !text.isEmpty else { return [] }
        return text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .map { $0.last == UInt8(ascii: "\r") ? $0.dropLast() : $0 }
    }
}

/// The reason why a file of arrivals can't be read, and the line of the error.
public struct ArrivalsFileError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The line's number from 1, or `nil` if the error is not about a line.
    public var line: Int?
    public var message: String

    fileprivate init(line: Int?, _ message: String) {
        self.line = line
        self.message = message
    }

    public var description: String { line.map { "Line \($0): \(message)" } ?? message }
}

/// The positions of the fields in a line.
private struct Columns {
    private let count: Int
    private let evening: Int
    private let time: Int
    private let size: Int

    init(_ header: ArraySlice<UInt8>) throws(ArrivalsFileError) {
        let names = try Columns.fields(of: header, number: 1)
        guard let evening = names.firstIndex(of: "evening"),
            let time = names.firstIndex(of: "time"), let size = names.firstIndex(of: "size"),
            Set(names).count == names.count
        else {
            throw ArrivalsFileError(line: 1, "The file must begin with \(ArrivalsFile.header).")
        }
        count = names.count
        self.evening = evening
        self.time = time
        self.size = size
    }

    func read(
        _ line: ArraySlice<UInt8>, number: Int
    ) throws(ArrivalsFileError) -> (evening: String, Arrival) {
        let fields = try Columns.fields(of: line, number: number)
        guard fields.count == count else {
            throw ArrivalsFileError(
                line: number,
                "There must be \(count) fields, as in the header; here: \(fields.count).")
        }
        guard !fields[evening].isEmpty else {
            throw ArrivalsFileError(line: number, "The evening has no name.")
        }
        guard let second = Columns.second(fields[time]) else {
            throw ArrivalsFileError(
                line: number, "The time must be a time of day, such as 19:02 or 19:02:37.")
        }
        guard fields[size].utf8.count <= 2, let size = Columns.number(fields[size]), size >= 1
        else {
            throw ArrivalsFileError(line: number, "The size must be a number from 1 to 99.")
        }
        return (fields[evening], Arrival(second: second, size: size))
    }

    private static func fields(
        of line: ArraySlice<UInt8>, number: Int
    ) throws(ArrivalsFileError) -> [String] {
        guard let text = String(validating: line, as: UTF8.self) else {
            throw ArrivalsFileError(line: number, "The line is not UTF-8.")
        }
        guard !text.contains("\"") else {
            throw ArrivalsFileError(line: number, "Quotes are not supported in this file.")
        }
        return text.split(separator: ",", omittingEmptySubsequences: false).map { field in
            String(field.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
        }
    }

    private static func second(_ text: String) -> Int? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2 || parts.count == 3, parts[0].utf8.count <= 2,
            parts.dropFirst().allSatisfy({ $0.utf8.count == 2 })
        else { return nil }
        let numbers = parts.compactMap(number)
        guard numbers.count == parts.count, numbers[0] < 24,
            numbers.dropFirst().allSatisfy({ $0 < 60 })
        else { return nil }
        return numbers[0] * 3_600 + numbers[1] * 60 + (numbers.count == 3 ? numbers[2] : 0)
    }

    /// Returns the number if there are only digits. `Int` would accept a sign too.
    private static func number(_ text: some StringProtocol) -> Int? {
        guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return Int(text)
    }
}
