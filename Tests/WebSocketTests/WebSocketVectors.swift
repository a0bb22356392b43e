/// Reads the tables in `Tests/Vectors`.
enum WebSocketVectors {
    /// Returns the bytes of a text like `81 05 48`, or `nil` if it has another form.
    static func bytes(hex text: String) -> [UInt8]? {
        let pairs = text.split(separator: " ")
        let bytes = pairs.compactMap { UInt8($0, radix: 16) }
        return bytes.count == pairs.count ? bytes : nil
    }
}
