import HTTPTypes

/// Field lines up to the empty line: of a head, or of the trailers (RFC 9112 section 5).
struct FieldSection: Sendable {
    private var kept: [HTTPField] = []
    private var lineCount = 0
    private var bytesLeft: Int
    private let fieldBytesMax: Int
    private let fieldCountMax: Int
    private let keepsFields: Bool

    /// A head's fields.
    init(limits: HTTPLimits) {
        self.init(limits: limits, bytesMax: limits.fieldsBytesMax, keepsFields: true)
    }

    /// A trailer section. It is checked and dropped: nothing here needs a trailer, and merging
    /// one into the head is how framing fields get smuggled (RFC 9110 section 6.5.1).
    static func trailers(limits: HTTPLimits) -> FieldSection {
        FieldSection(limits: limits, bytesMax: limits.trailersBytesMax, keepsFields: false)
    }

    private init(limits: HTTPLimits, bytesMax: Int, keepsFields: Bool) {
        bytesLeft = max(bytesMax, 0)
        fieldBytesMax = limits.fieldBytesMax
        // `HTTPFields` itself holds fewer than 65,535 fields.
        fieldCountMax = min(limits.fieldCountMax, 65_000)
        self.keepsFields = keepsFields
    }

    /// What has been read of them; empty for trailers.
    var fields: HTTPFields { HTTPFields(kept) }

    /// Takes the lines that are there.
    /// - Returns: true when the empty line that ends the section has been taken; false when more
    ///   bytes are needed.
    mutating func read(from buffer: inout InputBuffer) throws(HTTPFailure) -> Bool {
        while true {
            // The line's end counts among the bytes of all lines, not among those of one.
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
        if keepsFields {
            kept.append(field)
        }
    }

    /// One line: a token, at once a colon, and a value with white space around it.
    ///
    /// White space before the colon and lines that continue the one before are refused, because
    /// servers have disagreed about both (RFC 9112 sections 5.1 and 5.2).
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
        guard value.allSatisfy(ASCII.isText) else {
            throw .malformed("A header value must not hold control characters.")
        }
        return HTTPField(name: name, lenientValue: value)
    }

    private static func name(_ bytes: ArraySlice<UInt8>) -> HTTPField.Name? {
        KnownFieldNames.name(spelt: bytes)
            ?? HTTPField.Name(String(decoding: bytes, as: UTF8.self))
    }
}
