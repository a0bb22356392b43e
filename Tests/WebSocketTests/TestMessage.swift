import TestSupport

/// Messages to compress.
enum TestMessage {
    /// Returns JSON like a board's, of at least `count` bytes.
    static func json(_ count: Int, using random: inout SeededGenerator) -> [UInt8] {
        var text = #"{"type":"snapshot","view":"waitlist/display","doc":{"parties":["#
        while text.utf8.count < count {
            let id = String(UInt32.random(in: .min ... .max, using: &random), radix: 36)
            let size = Int.random(in: 1...9, using: &random)
            let name = ["Ada", "Grace", "Zoë", "山田"].randomElement(using: &random) ?? "Ada"
            text += #"{"id":"p_\#(id)","name":"\#(name)","size":\#(size),"status":"waiting"},"#
        }
        return Array((text + "null]}}").utf8)
    }

    /// Returns random bytes with repetitions at random distances.
    static func repetitive(_ count: Int, using random: inout SeededGenerator) -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < count {
            if bytes.isEmpty || Int.random(in: 0..<4, using: &random) == 0 {
                bytes += noise(Int.random(in: 1...30, using: &random), using: &random)
            } else {
                let distance = Int.random(in: 1...bytes.count, using: &random)
                for _ in 0..<Int.random(in: 3...300, using: &random) {
                    bytes.append(bytes[bytes.count - distance])
                }
            }
        }
        return Array(bytes.prefix(count))
    }

    static func noise(_ count: Int, using random: inout SeededGenerator) -> [UInt8] {
        (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &random) }
    }
}
