import PeerText

/// The reason why a text is not accepted as JSON, and the position of the error.
public struct JSONError: Error, Sendable, Equatable, CustomStringConvertible {
    public var message: String
    /// The offset of the error in bytes, from 0.
    public var offset: Int

    public var description: String { "\(message) at byte \(offset)" }
}

extension JSON {
    /// Parses one JSON text. Throws if anything but white space follows it.
    ///
    /// - Parameters:
    ///   - bytes: The text, which need not be valid UTF-8.
    ///   - depthMax: How deep arrays and objects may be nested.
    public init(parsing bytes: [UInt8], depthMax: Int = 32) throws(JSONError) {
        var parser = JSONParser(bytes: bytes, depthMax: depthMax)
        self = try parser.parse()
    }

    public init(parsing text: String, depthMax: Int = 32) throws(JSONError) {
        try self.init(parsing: Array(text.utf8), depthMax: depthMax)
    }
}

struct JSONParser {
    let bytes: [UInt8]
    let depthMax: Int
    var position = 0
    /// The end of the text that may be parsed, for now.
    private var end: Int

    init(bytes: [UInt8], depthMax: Int) {
        self.bytes = bytes
        self.depthMax = depthMax
        end = bytes.count
    }

    /// Limits the text that may be parsed from here.
    mutating func limit(toBytes bytesMax: Int) {
        end = position + min(bytesMax, bytes.count - position)
    }

    mutating func parse() throws(JSONError) -> JSON {
        let value = try parseValue(depth: 0)
        skipWhiteSpace()
        guard position == bytes.count else { throw failure("Something follows the value") }
        return value
    }

    func failure(_ message: String) -> JSONError {
        let isCut = position == end && end < bytes.count
        return JSONError(message: isCut ? "A value is too long" : message, offset: position)
    }

    var current: UInt8? { position < end ? bytes[position] : nil }

    mutating func skipWhiteSpace() {
        while let byte = current, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
            position += 1
        }
    }

    mutating func parseValue(depth: Int) throws(JSONError) -> JSON {
        skipWhiteSpace()
        guard let byte = current else { throw failure("The text ends where a value should be") }
        switch byte {
        case UInt8(ascii: "{"): return try parseObject(depth: depth + 1)
        case UInt8(ascii: "["): return try parseArray(depth: depth + 1)
        case UInt8(ascii: "\""): return .string(try parseString())
        case UInt8(ascii: "t"): return try parseWord("true", as: .bool(true))
        case UInt8(ascii: "f"): return try parseWord("false", as: .bool(false))
        case UInt8(ascii: "n"): return try parseWord("null", as: .null)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try parseNumber()
        default: throw failure("A value can't begin like this")
        }
    }

    private mutating func parseWord(_ word: StaticString, as value: JSON) throws(JSONError) -> JSON
    {
        for offset in 0..<word.utf8CodeUnitCount {
            guard position + offset < end,
                bytes[position + offset] == word.utf8Start[offset]
            else { throw failure("A value can't begin like this") }
        }
        position += word.utf8CodeUnitCount
        return value
    }

    private mutating func parseObject(depth: Int) throws(JSONError) -> JSON {
        guard depth <= depthMax else { throw failure("Nested deeper than \(depthMax)") }
        position += 1
        var members: [String: JSON] = [:]
        // Most objects of the protocol have no more members. Growing one by one costs more than
        // some unused room.
        members.reserveCapacity(8)
        skipWhiteSpace()
        if current == UInt8(ascii: "}") {
            position += 1
            return .object(members)
        }
        while true {
            skipWhiteSpace()
            guard current == UInt8(ascii: "\"") else { throw failure("A member's name is missing") }
            let nameOffset = position
            let name = try parseString()
            skipWhiteSpace()
            guard current == UInt8(ascii: ":") else { throw failure("A colon is missing") }
            position += 1
            let value = try parseValue(depth: depth)
            guard members.updateValue(value, forKey: name) == nil else {
                throw JSONError(message: "A name is repeated in one object", offset: nameOffset)
            }
            skipWhiteSpace()
            switch current {
            case UInt8(ascii: ","): position += 1
            case UInt8(ascii: "}"):
                position += 1
                return .object(members)
            default: throw failure("A comma or the object's end is missing")
            }
        }
    }

    private mutating func parseArray(depth: Int) throws(JSONError) -> JSON {
        guard depth <= depthMax else { throw failure("Nested deeper than \(depthMax)") }
        position += 1
        var elements: [JSON] = []
        skipWhiteSpace()
        if current == UInt8(ascii: "]") {
            position += 1
            return .array(elements)
        }
        while true {
            elements.append(try parseValue(depth: depth))
            skipWhiteSpace()
            switch current {
            case UInt8(ascii: ","): position += 1
            case UInt8(ascii: "]"):
                position += 1
                return .array(elements)
            default: throw failure("A comma or the array's end is missing")
            }
        }
    }

    mutating func parseString() throws(JSONError) -> String {
        let start = position + 1
        var offset = start
        while offset < end, bytes[offset] != UInt8(ascii: "\""),
            bytes[offset] != UInt8(ascii: "\\"), bytes[offset] >= 0x20
        {
            offset += 1
        }
        guard offset < end, bytes[offset] == UInt8(ascii: "\"") else {
            return try parseEscapedString(plainUntil: offset)
        }
        guard let text = Self.text(of: bytes, start..<offset) else {
            throw failure("A text is not UTF-8")
        }
        position = offset + 1
        return text
    }

    /// Returns the text of the bytes; `nil` if they are not UTF-8. Uses a span, because
    /// `String(validating:as:)` looks up generic metadata for each text, which took half of the
    /// time of opening a journal.
    private static func text(of bytes: [UInt8], _ range: Range<Int>) -> String? {
        guard let utf8 = try? UTF8Span(validating: bytes.span.extracting(range)) else { return nil }
        return String(copying: utf8).dividingMarks()
    }

    /// Parses a text with escapes, the first at or after `offset`.
    private mutating func parseEscapedString(plainUntil offset: Int) throws(JSONError) -> String {
        let start = position
        var text = Array(bytes[(position + 1)..<offset])
        position = offset
        while let byte = current {
            switch byte {
            case UInt8(ascii: "\""):
                guard let valid = Self.text(of: text, 0..<text.count) else {
                    throw JSONError(message: "A text is not UTF-8", offset: start)
                }
                position += 1
                return valid
            case UInt8(ascii: "\\"):
                position += 1
                try parseEscape(into: &text)
            case 0x20...:
                text.append(byte)
                position += 1
            default: throw failure("A text has a control character that is not escaped")
            }
        }
        throw failure("A text does not end")
    }

    private mutating func parseEscape(into text: inout [UInt8]) throws(JSONError) {
        guard let byte = current else { throw failure("A text does not end") }
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0C)
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "u"): try parseUnicodeEscape(into: &text)
        default: throw failure("There is no such escape")
        }
    }

    private mutating func parseUnicodeEscape(into text: inout [UInt8]) throws(JSONError) {
        let unit = try parseHexUnit()
        var code = UInt32(unit)
        if UTF16.isLeadSurrogate(unit) {
            guard current == UInt8(ascii: "\\") else { throw failure("A surrogate is unpaired") }
            position += 1
            guard current == UInt8(ascii: "u") else { throw failure("A surrogate is unpaired") }
            position += 1
            let trail = try parseHexUnit()
            guard UTF16.isTrailSurrogate(trail) else { throw failure("A surrogate is unpaired") }
            code = 0x10000 + ((code - 0xD800) << 10) + (UInt32(trail) - 0xDC00)
        }
        guard let scalar = Unicode.Scalar(code) else { throw failure("A surrogate is unpaired") }
        text.append(contentsOf: UTF8.encode(scalar).map(Array.init) ?? [])
    }

    private mutating func parseHexUnit() throws(JSONError) -> UInt16 {
        var unit: UInt16 = 0
        for _ in 0..<4 {
            let digit: UInt16
            switch current {
            case .some(let byte) where (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte):
                digit = UInt16(byte - UInt8(ascii: "0"))
            case .some(let byte) where (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte | 0x20):
                digit = UInt16((byte | 0x20) - UInt8(ascii: "a") + 10)
            default: throw failure("A \\u escape needs four hexadecimal digits")
            }
            unit = unit << 4 | digit
            position += 1
        }
        return unit
    }

    private mutating func parseNumber() throws(JSONError) -> JSON {
        let start = position
        let isInteger = try skipNumber()
        let firstDigit = bytes[start] == UInt8(ascii: "-") ? start + 1 : start
        if isInteger, position - firstDigit <= 15 {
            var value = 0
            for byte in bytes[firstDigit..<position] { value = value * 10 + Int(byte & 15) }
            return JSON(firstDigit > start ? -value : value)
        }
        guard let value = Double(String(decoding: bytes[start..<position], as: UTF8.self)),
            value.isFinite
        else { throw JSONError(message: "A number is too large", offset: start) }
        return .number(value)
    }

    /// Skips a number, however large it is.
    ///
    /// - Returns: whether it is written as an integer.
    mutating func skipNumber() throws(JSONError) -> Bool {
        if current == UInt8(ascii: "-") { position += 1 }
        let firstDigit = position
        try skipDigits()
        if bytes[firstDigit] == UInt8(ascii: "0"), position > firstDigit + 1 {
            throw failure("A number can't begin with 0")
        }
        var isInteger = true
        if current == UInt8(ascii: ".") {
            isInteger = false
            position += 1
            try skipDigits()
        }
        if let byte = current, byte | 0x20 == UInt8(ascii: "e") {
            isInteger = false
            position += 1
            if current == UInt8(ascii: "+") || current == UInt8(ascii: "-") { position += 1 }
            try skipDigits()
        }
        return isInteger
    }

    private mutating func skipDigits() throws(JSONError) {
        let start = position
        while let byte = current, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) {
            position += 1
        }
        guard position > start else { throw failure("A digit is missing") }
    }
}
