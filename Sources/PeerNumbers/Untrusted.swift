/// # The room `PeerNumbers`
///
/// Numbers from other programs.

/// A whole number from another program. It can only be read within bounds, so that arithmetic with
/// it can't overflow.
package struct Untrusted: Sendable, Equatable {
    private let value: Int

    package init(_ value: Int) { self.value = value }

    /// Reads decimal digits without a sign. A number that an `Int` can't hold counts as the
    /// largest. Returns `nil` for any other text.
    package init?(_ digits: some StringProtocol) {
        guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        value = Int(digits) ?? .max
    }

    /// Returns the number, or the nearest bound.
    package func clamped(to bounds: ClosedRange<Int>) -> Int {
        min(max(value, bounds.lowerBound), bounds.upperBound)
    }

    /// Returns the number; `nil` if it is outside the bounds.
    package func within(_ bounds: ClosedRange<Int>) -> Int? {
        bounds.contains(value) ? value : nil
    }
}
