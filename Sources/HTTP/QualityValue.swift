/// The weight of an element of `Accept` and similar fields (RFC 9110 section 12.4.2).
enum QualityValue {
    /// The lowest weight of an acceptable element.
    static let least = 0.001

    /// Returns a weight between 0 and 1 with at most three decimals, or `nil` for any other text.
    static func parse(_ text: some StringProtocol) -> Double? {
        let bytes = Array(text.utf8)
        guard let first = bytes.first, first == 0x30 || first == 0x31, bytes.count <= 5 else {
            return nil
        }
        var thousandths = first == 0x31 ? 1_000 : 0
        guard bytes.count > 1 else { return Double(thousandths) / 1_000 }
        guard bytes[1] == UInt8(ascii: ".") else { return nil }
        var unit = 100
        for byte in bytes[2...] {
            guard ASCII.isDigit(byte) else { return nil }
            thousandths += Int(byte - 0x30) * unit
            unit /= 10
        }
        return thousandths <= 1_000 ? Double(thousandths) / 1_000 : nil
    }
}
