import JSON

/// The hash of a document, written from the protocol's description alone.
enum ReferenceHash {
    static func hash(of document: JSON) -> String {
        var sum: UInt32 = 0
        for (member, value) in document.members ?? [:] {
            if let rows = value.members {
                for (row, value) in rows {
                    sum &+= checksum("/\(escaped(member))/\(escaped(row)) \(value.canonicalText)")
                }
            } else {
                sum &+= checksum("/\(escaped(member)) \(value.canonicalText)")
            }
        }
        let digits = String(sum, radix: 16)
        return String(repeating: "0", count: 8 - digits.count) + digits
    }

    private static func escaped(_ name: String) -> String {
        name.replacing("~", with: "~0").replacing("/", with: "~1")
    }

    /// CRC-32 (IEEE), bit by bit.
    static func checksum(_ text: String) -> UInt32 {
        var register: UInt32 = .max
        for byte in text.utf8 {
            register ^= UInt32(byte)
            for _ in 0..<8 {
                register = (register >> 1) ^ (register & 1 == 1 ? 0xEDB8_8320 : 0)
            }
        }
        return ~register
    }
}
