/// Finds lines and columns in a text, moving forward.
package struct TextPosition {
    private let bytes: [UInt8]
    private var offset = 0
    private var line = 1
    /// From 1, in characters.
    package private(set) var column = 1

    package init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Returns the line of an offset, which must not precede that of the last call.
    package mutating func line(at target: Int) -> Int {
        while offset < min(target, bytes.count) {
            let byte = bytes[offset]
            if byte == UInt8(ascii: "\n") {
                line += 1
                column = 1
            } else if byte & 0xC0 != 0x80 {
                // Bytes that continue a character are not counted.
                column += 1
            }
            offset += 1
        }
        return line
    }
}
