/// A recognizable part of a guest's data: `S^17^` is the last name of the seventeenth guest, and
/// `+1999000017` the phone number.
struct Marker: Hashable {
    enum Kind: UInt8, CaseIterable {
        case firstName = 0x46  // F
        case lastName = 0x53  // S
        case notes = 0x4E  // N
        case tag = 0x54  // T
        case table = 0x42  // B
        case friend = 0x47  // G
        /// A guest's secret.
        case ticket = 0x4B  // K
        case phone = 0x2B  // +
    }

    var kind: Kind
    /// The number of the person. Every name that is given gets a new number.
    var number: Int

    init(_ kind: Kind, _ number: Int) {
        self.kind = kind
        self.number = number
    }

    var text: String {
        guard kind == .phone else {
            return "\(Character(Unicode.Scalar(kind.rawValue)))^\(number)^"
        }
        let digits = String(number)
        return "+1999" + String(repeating: "0", count: max(0, 7 - digits.count)) + digits
    }

    private static let caret = UInt8(ascii: "^")
    private static let phonePrefix = Array("+1999".utf8)

    /// Returns the markers in a message.
    static func all(in bytes: [UInt8]) -> [Marker] {
        var markers: [Marker] = []
        bytes.withUnsafeBufferPointer { bytes in
            var index = 0
            while index < bytes.count {
                let byte = bytes[index]
                if byte == caret, index > 0, let kind = Kind(rawValue: bytes[index - 1]) {
                    let (number, end) = number(in: bytes, from: index + 1)
                    if end < bytes.count, bytes[end] == caret {
                        markers.append(Marker(kind, number))
                        index = end
                    }
                } else if byte == phonePrefix[0],
                    bytes[index...].prefix(phonePrefix.count).elementsEqual(phonePrefix)
                {
                    let (number, end) = number(in: bytes, from: index + phonePrefix.count)
                    markers.append(Marker(.phone, number))
                    index = end - 1
                }
                index += 1
            }
        }
        return markers
    }

    private static func number(
        in bytes: UnsafeBufferPointer<UInt8>, from start: Int
    ) -> (number: Int, end: Int) {
        var number = 0
        var index = start
        while index < bytes.count, (0x30...0x39).contains(bytes[index]) {
            number = number &* 10 &+ Int(bytes[index] - 0x30)
            index += 1
        }
        return (number, index)
    }
}
