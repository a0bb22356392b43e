/// The CRC-32 of IEEE 802.3 (reflected, polynomial 0xEDB88320). Documents are hashed with it.
struct CRC32 {
    private var register: UInt32 = 0xFFFF_FFFF

    private static let table: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index)) { value, _ in
            value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1
        }
    }

    var value: UInt32 { ~register }

    mutating func update(_ bytes: some Sequence<UInt8>) {
        for byte in bytes {
            register = Self.table[Int((register ^ UInt32(byte)) & 0xFF)] ^ (register >> 8)
        }
    }
}
