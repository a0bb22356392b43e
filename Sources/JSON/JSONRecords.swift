/// Reads an array of records piece by piece: for files that people write, of which one must know
/// where each record begins, which names it has twice, and how its numbers are written.
public struct JSONRecords {
    /// An element of the array.
    public struct Record: Sendable {
        /// Where it begins, in bytes from 0.
        public let offset: Int
        /// Its members in the order of the file, a repeated name as often as it occurs; `nil` if the
        /// element is no object.
        public let members: [Member]?
    }

    public struct Member: Sendable {
        public let name: String
        public let value: Value
    }

    public enum Value: Sendable {
        /// A number as it is written, however large it is.
        case number(String)
        /// Any other value.
        case other(JSON)
    }

    private var parser: JSONParser
    private var isInArray = false
    private var isAtEnd = false

    /// - Parameters:
    ///   - bytes: the text, which need not be valid UTF-8.
    ///   - depthMax: how deep arrays and objects may be nested.
    public init(_ bytes: [UInt8], depthMax: Int = 32) {
        parser = JSONParser(bytes: bytes, depthMax: depthMax)
    }

    /// Reads the next element.
    ///
    /// - Returns: `nil` after the last one.
    /// - Throws: an error if the text is not an array, or anything but white space follows it.
    public mutating func next() throws(JSONError) -> Record? {
        if isAtEnd { return nil }
        parser.skipWhiteSpace()
        if !isInArray {
            guard parser.current == UInt8(ascii: "[") else {
                throw parser.failure("The file must be a JSON array, which begins with [")
            }
            isInArray = true
            parser.position += 1
            parser.skipWhiteSpace()
            if parser.current == UInt8(ascii: "]") { return try end() }
        } else if parser.current == UInt8(ascii: "]") {
            return try end()
        } else {
            guard parser.current == UInt8(ascii: ",") else {
                throw parser.failure("A comma or the array's end is missing")
            }
            parser.position += 1
            parser.skipWhiteSpace()
        }
        return try record()
    }

    private mutating func end() throws(JSONError) -> Record? {
        parser.position += 1
        parser.skipWhiteSpace()
        guard parser.current == nil else { throw parser.failure("Something follows the value") }
        isAtEnd = true
        return nil
    }

    private mutating func record() throws(JSONError) -> Record {
        let offset = parser.position
        guard parser.current == UInt8(ascii: "{") else {
            _ = try value(depth: 1)
            return Record(offset: offset, members: nil)
        }
        parser.position += 1
        var members: [Member] = []
        parser.skipWhiteSpace()
        if parser.current == UInt8(ascii: "}") {
            parser.position += 1
            return Record(offset: offset, members: members)
        }
        while true {
            parser.skipWhiteSpace()
            guard parser.current == UInt8(ascii: "\"") else {
                throw parser.failure("A member's name is missing")
            }
            let name = try parser.parseString()
            parser.skipWhiteSpace()
            guard parser.current == UInt8(ascii: ":") else {
                throw parser.failure("A colon is missing")
            }
            parser.position += 1
            members.append(Member(name: name, value: try value(depth: 2)))
            parser.skipWhiteSpace()
            switch parser.current {
            case UInt8(ascii: ","): parser.position += 1
            case UInt8(ascii: "}"):
                parser.position += 1
                return Record(offset: offset, members: members)
            default: throw parser.failure("A comma or the object's end is missing")
            }
        }
    }

    /// - Parameter depth: how deep the value is nested already.
    private mutating func value(depth: Int) throws(JSONError) -> Value {
        parser.skipWhiteSpace()
        let start = parser.position
        switch parser.current ?? 0 {
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            _ = try parser.skipNumber()
            return .number(
                String(decoding: parser.bytes[start..<parser.position], as: UTF8.self))
        default: return .other(try parser.parseValue(depth: depth))
        }
    }
}
