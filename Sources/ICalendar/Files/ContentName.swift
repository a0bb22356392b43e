/// Derives a stable UID for an event that has none, from a hash of its content.
enum ContentName {
    /// Properties that differ between two exports of the same event.
    private static let changing: Set<String> = ["DTSTAMP", "CREATED", "LAST-MODIFIED", "SEQUENCE"]

    static func uid(_ raw: RawEvent) -> String {
        let lines = raw.lines.filter { !changing.contains($0.name) }.map(\.text) + raw.inner
        var first: UInt64 = 0xCBF2_9CE4_8422_2325
        var second: UInt64 = 0x6C62_272E_07BB_0142
        for line in lines.sorted() {
            for byte in line.utf8 + [0x0A] {
                // FNV-1a, and a second FNV-1a with another seed that mixes in the first.
                first = (first ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
                second = (second ^ UInt64(byte) ^ first >> 32) &* 0x0000_0100_0000_01B3
            }
        }
        return hex(first) + hex(second) + "@tablecast"
    }

    private static func hex(_ number: UInt64) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }
}
