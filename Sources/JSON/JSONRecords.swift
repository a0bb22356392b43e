/// Reads an array of records one by one, for files written by people. Reports the position of each
/// record, repeated names, and numbers as written. The array is the whole file, or a member of the
/// object that is the whole file.
///
/// A value takes many times the memory of its text, so the length of each record is limited, and
/// that of all other members together. A record of one byte takes as long as one of a hundred, so
/// their number is limited too.
public struct JSONRecords {
    /// The maximum length of a record. It suffices for the outline of a country with all its bends.
    public static let recordBytesMax = 4_194_304
    /// The maximum number of records: more than a file of 64 MiB has of anything with a position
    /// and a name.
    public static let recordCountMax = 1_000_000

    /// An element of the array.
    public struct Record: Sendable {
        /// The position of the record's first byte.
        public let offset: Int
        /// The members in the order of the file, with repeated names; `nil` if the element is not
        /// an object.
        public let members: [Member]?
    }

    public struct Member: Sendable {
        public let name: String
        public let value: Value
    }

    public enum Value: Sendable {
        /// A number as written, however large it is.
        case number(String)
        /// Any other value.
        case other(JSON)
    }

    private var parser: JSONParser
    private var isInArray = false
    private var isAtEnd = false
    private var count = 0
    private let arrayNames: [String]
    /// The name of the member that holds the array, once it is reached.
    public private(set) var arrayName: String?
    /// The other members of the object around the array, as far as they were read.
    public private(set) var others: [String: JSON] = [:]
    private var othersBytesLeft = Self.recordBytesMax

    /// - Parameters:
    ///  - bytes: the text, which need not be valid UTF-8.
    ///  - names: the possible names of the member that holds the array; empty if the file itself is
    ///    the array. The file may have only one of them.
    ///  - depthMax: the maximum depth of nested arrays and objects.
    public init(_ bytes: [UInt8], inMember names: [String] = [], depthMax: Int = 32) {
        parser = JSONParser(bytes: bytes, depthMax: depthMax)
        arrayNames = names
    }

    /// Reads the next element.
    ///
    /// - Returns: `nil` after the last one.
    /// - Throws: an error if the text is not an array or an object with it, or anything but white
    ///   space follows.
    public mutating func next() throws(JSONError) -> Record? {
        if isAtEnd { return nil }
        parser.skipWhiteSpace()
        if !isInArray {
            if !arrayNames.isEmpty {
                guard parser.current == UInt8(ascii: "{") else {
                    throw parser.failure("The file must be a JSON object, which begins with {")
                }
                guard try isArrayReached() else { return nil }
            } else if parser.current != UInt8(ascii: "[") {
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
        if arrayName != nil {
            guard try !isArrayReached() else {
                throw parser.failure("The object has a second array of records")
            }
            return nil
        }
        return try endOfFile()
    }

    /// Reads members of the object, from its brace or from the end of a member's value.
    ///
    /// - Returns: whether the parser is at the array; otherwise it is at the end of the file.
    private mutating func isArrayReached() throws(JSONError) -> Bool {
        var isFirst = arrayName == nil
        if isFirst { parser.position += 1 }
        while true {
            parser.skipWhiteSpace()
            if parser.current == UInt8(ascii: "}") {
                parser.position += 1
                _ = try endOfFile()
                return false
            }
            if !isFirst {
                guard parser.current == UInt8(ascii: ",") else {
                    throw parser.failure("A comma or the object's end is missing")
                }
                parser.position += 1
            }
            isFirst = false
            let start = parser.position
            let name = try memberName()
            parser.skipWhiteSpace()
            if arrayNames.contains(name), parser.current == UInt8(ascii: "[") {
                arrayName = name
                return true
            }
            parser.limit(toBytes: othersBytesLeft)
            guard others.updateValue(try parser.parseValue(depth: 1), forKey: name) == nil else {
                throw parser.failure("A name is repeated in one object")
            }
            parser.limit(toBytes: .max)
            othersBytesLeft = max(0, othersBytesLeft - (parser.position - start))
        }
    }

    /// Reads a name and its colon.
    private mutating func memberName() throws(JSONError) -> String {
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
        return name
    }

    private mutating func endOfFile() throws(JSONError) -> Record? {
        parser.skipWhiteSpace()
        guard parser.current == nil else { throw parser.failure("Something follows the value") }
        isAtEnd = true
        return nil
    }

    private mutating func record() throws(JSONError) -> Record {
        count += 1
        guard count <= Self.recordCountMax else {
            throw parser.failure("The file has more than \(Self.recordCountMax) records")
        }
        let offset = parser.position
        parser.limit(toBytes: Self.recordBytesMax)
        defer { parser.limit(toBytes: .max) }
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
            let name = try memberName()
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

    /// - Parameter depth: the depth of the value's parent.
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
