extension QRCode {
    /// How much of a symbol may be unreadable (ISO/IEC 18004, 7.5.1). A higher level needs a larger
    /// symbol.
    public enum Correction: Sendable, CaseIterable {
        /// About 7 % (L).
        case low
        /// About 15 % (M).
        case medium
        /// About 25 % (Q).
        case quartile
        /// About 30 % (H).
        case high

        /// The two bits for the level in the format information (table 12).
        var indicator: UInt32 {
            switch self {
            case .low: 0b01
            case .medium: 0b00
            case .quartile: 0b11
            case .high: 0b10
            }
        }
    }
}
