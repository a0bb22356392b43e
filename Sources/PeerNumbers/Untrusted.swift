/// # The room `PeerNumbers`
///
/// Numbers as other programs write them.

/// A whole number that somebody else has written. Only bounds open it, so that none can overflow what is
/// computed with it.
package struct Untrusted: Sendable, Equatable {
    private let value: Int

    package init(_ value: Int) { self.value = value }

    /// Reads decimal digits without a sign. More than an `Int` can hold counts as the largest. Returns
    /// `nil` for any other text.
    package init?(_ digits: some StringProtocol) {
        guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        value = Int(digits) ?? .max
    }

    /// The number, or the bound that is nearest to it.
    package func clamped(to bounds: ClosedRange<Int>) -> Int {
        min(max(value, bounds.lowerBound), bounds.upperBound)
    }

    /// The number; `nil` if it lies outside of the bounds.
    package func within(_ bounds: ClosedRange<Int>) -> Int? {
        bounds.contains(value) ? value : nil
    }
}
