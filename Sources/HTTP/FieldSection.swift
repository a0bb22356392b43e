import HTTPTypes
import PeerText

/// The field lines of a head or of a trailer section, up to the empty line (RFC 9112 section 5).
struct FieldSection: Sendable {
    /// The fields that were read so far. Always empty for trailers.
    private(set) var fields = HTTPFields()
    private var lineCount = 0
    private var bytesLeft: Int
    private let fieldBytesMax: Int
    private let fieldCountMax: Int
    private let keepsFields: Bool

    /// Creates the section of a head, or one of trailers, which is checked and dropped. Nothing
    /// needs trailers here, and merging them into the head is a way to smuggle framing fields
    /// (RFC 9110 section 6.5.1).
    init(limits: HTTPLimits, isOfTrailers: Bool = false) {
        bytesLeft = max(isOfTrailers ? limits.trailersBytesMax : limits.fieldsBytesMax, 0)
        fieldBytesMax = limits.fieldBytesMax
        // `HTTPFields` itself holds fewer than 65,535 fields.
        fieldCountMax = min(limits.fieldCountMax, 65_000)
        keepsFields = !isOfTrailers
    }

    /// Reads the lines that have arrived.
    ///
    /// - Returns: `true` if the section has ended, `false` if more bytes are needed.
    mutating func read(from buffer: inout InputBuffer) throws(HTTPFailure) -> Bool {
        while true {
            // The limit for all lines includes their line ends, the limit for one line does not.
            switch buffer.takeLine(bytesMax: min(fieldBytesMax, bytesLeft - 2)) {
            case .incomplete:
                return false
            case .endsInBareLineFeed:
                throw .bareLineFeed
            case .tooLong where bytesLeft - 2 < fieldBytesMax:
                throw .fieldsTooLarge("The header fields are too large together; send fewer.")
            case .tooLong:
                throw .fieldsTooLarge(
                    "A header field must be at most \(fieldBytesMax) bytes long.")
            case .whole(let line) where line.isEmpty:
                return true
            case .whole(let line):
                try add(line)
            }
        }
    }

    private mutating func add(_ line: ArraySlice<UInt8>) throws(HTTPFailure) {
        lineCount += 1
        guard lineCount <= fieldCountMax else {
            throw .fieldsTooLarge("At most \(fieldCountMax) header fields are allowed.")
        }
        bytesLeft -= line.count + 2
        let field = try Self.parse(line)
        guard keepsFields else { return }
        if fields.isEmpty { fields.reserveCapacity(16) }
        fields.append(contentsOf: CollectionOfOne(field))
    }

    /// Parses a line: a token, directly followed by a colon, and a value with optional white space
    /// around it.
    ///
    /// White space before the colon and continuation lines are refused, because servers have
    /// disagreed about them (RFC 9112 sections 5.1 and 5.2).
    private static func parse(_ line: ArraySlice<UInt8>) throws(HTTPFailure) -> HTTPField {
        if ASCII.isWhitespace(line[line.startIndex]) {
            throw .malformed("A header line must not begin with white space.")
        }
        guard let colon = line.firstIndex(of: ASCII.colon) else {
            throw .malformed("A header line must have a colon after its name.")
        }
        guard let name = name(line[..<colon]) else {
            throw .malformed(
                "A header name must be a token, with no white space before its colon.")
        }
        let value = ASCII.trimmed(line[(colon + 1)...])
        var isText = true
        var isASCII = true
        for byte in value {
            isText = isText && ASCII.isText(byte)
            isASCII = isASCII && byte < 0x80
        }
        guard isText else {
            throw .malformed("A header value must not hold control characters.")
        }
        // Nearly all values are ASCII, which converts to a string directly.
        if isASCII { return HTTPField(name: name, value: String(decoding: value, as: UTF8.self)) }
        if value.withUnsafeBufferPointer(String.mayHaveLongRun) {
            return HTTPField(name: name, value: String(ofPeer: value))
        }
        return HTTPField(name: name, lenientValue: value)
    }

    private static func name(_ bytes: ArraySlice<UInt8>) -> HTTPField.Name? {
        KnownFieldNames.name(spelt: bytes)
            ?? HTTPField.Name(String(decoding: bytes, as: UTF8.self))
    }
}
