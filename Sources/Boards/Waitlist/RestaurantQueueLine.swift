import PeerText
import Sync

/// A line of the first RestaurantQueue server's file, parsed exactly or not at all.
///
/// The server did not escape names, so a name may contain the separators of the fields. The line is
/// parsed from both ends, because only the name can contain a comma. A name that seems to contain a
/// field may come from two merged lines, so it is refused.
struct RestaurantQueueLine {
    let id: Int
    let name: String
    let size: Int
    package let arrivedAt: Instant
    let isReady: Bool

    enum Fault: Error {
        case notText
        case nul
        case beginning
        case id
        case nameMissing
        case readiness
        case time
        case size
        case sizeRange
        case ambiguous
        case repeated(line: Int)

        /// A sentence about the fault, without any of the line's content.
        var reason: String {
            switch self {
            case .notText: "The line is not UTF-8."
            case .nul: "The line has a NUL byte in it."
            case .beginning:
                "The line does not begin with an id; it may be the tail of an older line."
            case .id: "The id is not a whole number."
            case .nameMissing: "The id is not followed by a name."
            case .readiness: "The line does not end in isReady:true or isReady:false."
            case .time: "The time is missing, or is no time such as 2016-04-30 20:01:34 +0000."
            case .size: "The size is missing, or is no whole number."
            case .sizeRange: "The size is not from 1 to 99."
            case .ambiguous:
                "The name holds what looks like another field, so the line can be read in two ways."
            case .repeated(let line): "Its id stood before, in line \(line)."
            }
        }
    }

    init(parsing bytes: ArraySlice<UInt8>) throws(Fault) {
        guard !bytes.contains(0) else { throw .nul }
        guard String(validating: bytes, as: UTF8.self) != nil else { throw .notText }
        var rest = bytes
        guard Self.drop("id:", from: &rest) else { throw .beginning }
        id = try Self.takeID(from: &rest)
        guard Self.drop(", name:", from: &rest) else { throw .nameMissing }
        isReady = try Self.takeReadiness(from: &rest)
        arrivedAt = try Self.takeTime(from: &rest)
        size = try Self.takeSize(from: &rest)
        guard Self.separators.allSatisfy({ Self.range(of: $0, in: rest) == nil }) else {
            throw .ambiguous
        }
        name = String(ofPeer: rest)
    }

    private static let separators = [", name:", ", size:", ", time:", ", isReady:"]

    private static func takeID(from rest: inout ArraySlice<UInt8>) throws(Fault) -> Int {
        let digits = rest.prefix { $0 != UInt8(ascii: ",") }
        guard let id = number(digits) else { throw .id }
        rest = rest.dropFirst(digits.count)
        return id
    }

    private static func takeReadiness(from rest: inout ArraySlice<UInt8>) throws(Fault) -> Bool {
        if dropLast(", isReady:true", from: &rest) { return true }
        if dropLast(", isReady:false", from: &rest) { return false }
        throw .readiness
    }

    /// Parses a time such as `2016-04-30 20:01:34 +0000`, always of this length.
    private static func takeTime(from rest: inout ArraySlice<UInt8>) throws(Fault) -> Instant {
        var text = Array(rest.suffix(25))
        rest = rest.dropLast(25)
        guard text.count == 25, text[10] == UInt8(ascii: " "), text[19] == UInt8(ascii: " "),
            dropLast(", time:", from: &rest)
        else { throw .time }
        // The form in RFC 3339 is 2016-04-30T20:01:34+00:00.
        text[10] = UInt8(ascii: "T")
        text.remove(at: 19)
        text.insert(UInt8(ascii: ":"), at: 22)
        guard let instant = Instant(String(decoding: text, as: UTF8.self)) else { throw .time }
        return instant
    }

    private static func takeSize(from rest: inout ArraySlice<UInt8>) throws(Fault) -> Int {
        let digits = rest.suffix(while: { $0 != UInt8(ascii: ":") })
        guard let size = number(digits) else { throw .size }
        rest = rest.dropLast(digits.count)
        guard dropLast(", size:", from: &rest) else { throw .size }
        guard (1...99).contains(size) else { throw .sizeRange }
        return size
    }

    /// Parses a whole number as Swift prints it: no sign, no leading zero.
    private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        let isPlain = digits.allSatisfy { (0x30...0x39).contains($0) }
        guard isPlain, digits.count == 1 || digits.first != UInt8(ascii: "0") else { return nil }
        return Int(String(decoding: digits, as: UTF8.self))
    }

    private static func drop(_ text: String, from rest: inout ArraySlice<UInt8>) -> Bool {
        guard rest.starts(with: text.utf8) else { return false }
        rest = rest.dropFirst(text.utf8.count)
        return true
    }

    private static func dropLast(_ text: String, from rest: inout ArraySlice<UInt8>) -> Bool {
        guard rest.suffix(text.utf8.count).elementsEqual(text.utf8) else { return false }
        rest = rest.dropLast(text.utf8.count)
        return true
    }

    private static func range(of text: String, in bytes: ArraySlice<UInt8>) -> Int? {
        bytes.indices.first { bytes[$0...].starts(with: text.utf8) }
    }
}

extension ArraySlice {
    /// The longest suffix whose elements all satisfy the predicate.
    fileprivate func suffix(while fits: (Element) -> Bool) -> ArraySlice {
        var start = endIndex
        while start > startIndex, fits(self[start - 1]) { start -= 1 }
        return self[start...]
    }
}
