/// Ways to divide the same bytes into parts that arrive separately.
enum Cuts {
    static func whole(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
        [bytes[...]]
    }

    static func byteByByte(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
        bytes.indices.map { bytes[$0...$0] }
    }

    /// Returns the bytes whole, byte by byte, and cut in two at every point, or at about sixty
    /// points of a long input.
    static func all(_ bytes: [UInt8]) -> [[ArraySlice<UInt8>]] {
        let step = bytes.count < 1_000 ? 1 : bytes.count / 60
        let splits = stride(from: 0, through: bytes.count, by: step).map {
            [bytes[..<$0], bytes[$0...]]
        }
        return [whole(bytes), byteByByte(bytes)] + splits
    }
}
