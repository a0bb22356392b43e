import PeerText

/// Reads the records of a CSV file (RFC 4180) one by one.
///
/// A field in quotes may contain commas, line breaks, and doubled quotes. Lines end with LF or
/// CRLF. Empty lines are skipped.
///
/// The number of fields in a record is limited, because a field takes many times the memory of its
/// comma.
struct CSVReader {
    static let fieldCountMax = 64
    static let fieldBytesMax = 8_192

    struct Record: Equatable {
        /// Where the record begins, from 1.
        let line: Int
        let fields: [String]
    }

    /// Why a record can't be read.
    struct Fault: Error, Equatable {
        let line: Int
        let message: String
    }

    private let bytes: [UInt8]
    private var offset = 0
    private var line = 1
    /// The content of the field in quotes that is being read.
    private var unquoted: [UInt8] = []

    /// - Parameter bytes: UTF-8 without a byte order mark.
    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Reads the next record.
    ///
    /// - Returns: `nil` at the end of the file.
    /// - Throws: the fault of a record. Reading can continue at the line after the start of the
    ///   record, so one stray quote does not consume the rest of the file.
    mutating func next() throws(Fault) -> Record? {
        skipEmptyLines()
        guard offset < bytes.count else { return nil }
        let start = (offset: offset, line: line)
        var fields: [String] = []
        do throws(Fault) {
            repeat {
                guard fields.count < Self.fieldCountMax else {
                    throw Fault(
                        line: start.line,
                        message: "A record has at most \(Self.fieldCountMax) fields")
                }
                fields.append(try field(of: start.line))
            } while skip(Self.comma)
        } catch {
            offset = start.offset
            line = start.line
            skipLine()
            throw error
        }
        _ = skipLineBreak()
        return Record(line: start.line, fields: fields)
    }

    private static let comma = UInt8(ascii: ",")
    private static let quote = UInt8(ascii: "\"")
    private static let lineFeed = UInt8(ascii: "\n")
    private static let carriageReturn = UInt8(ascii: "\r")

    private mutating func field(of recordLine: Int) throws(Fault) -> String {
        if skip(Self.quote) { return try quotedField(of: recordLine) }
        let start = offset
        while offset < bytes.count, bytes[offset] != Self.comma, !isAtLineBreak {
            guard bytes[offset] != Self.quote else {
                throw Fault(line: recordLine, message: "A quote is inside a field without quotes")
            }
            offset += 1
        }
        guard offset - start <= Self.fieldBytesMax else { throw Self.tooLong(recordLine) }
        return String(ofPeer: bytes[start..<offset])
    }

    private mutating func quotedField(of recordLine: Int) throws(Fault) -> String {
        unquoted.removeAll(keepingCapacity: true)
        while offset < bytes.count {
            guard unquoted.count <= Self.fieldBytesMax else { throw Self.tooLong(recordLine) }
            let byte = bytes[offset]
            offset += 1
            if byte == Self.quote {
                if skip(Self.quote) {
                    unquoted.append(byte)
                    continue
                }
                guard offset == bytes.count || bytes[offset] == Self.comma || isAtLineBreak else {
                    throw Fault(
                        line: recordLine, message: "Something follows the quote at a field's end")
                }
                return String(ofPeer: unquoted)
            }
            if byte == Self.lineFeed { line += 1 }
            unquoted.append(byte)
        }
        throw Fault(line: recordLine, message: "A quote is not closed")
    }

    private static func tooLong(_ recordLine: Int) -> Fault {
        Fault(line: recordLine, message: "A field has at most \(fieldBytesMax) bytes")
    }

    private mutating func skip(_ byte: UInt8) -> Bool {
        guard offset < bytes.count, bytes[offset] == byte else { return false }
        offset += 1
        return true
    }

    private var isAtLineBreak: Bool {
        switch bytes[offset] {
        case Self.lineFeed: true
        case Self.carriageReturn:
            offset + 1 < bytes.count && bytes[offset + 1] == Self.lineFeed
        default: false
        }
    }

    private mutating func skipLineBreak() -> Bool {
        guard offset < bytes.count, isAtLineBreak else { return false }
        offset += bytes[offset] == Self.lineFeed ? 1 : 2
        line += 1
        return true
    }

    private mutating func skipEmptyLines() {
        while skipLineBreak() {}
    }

    private mutating func skipLine() {
        while offset < bytes.count, bytes[offset] != Self.lineFeed { offset += 1 }
        _ = skipLineBreak()
    }
}
