import BoardKit

/// A decimal number, converted to a currency's smallest unit digit by digit. No floating-point
/// number is involved, so nothing is rounded.
enum DecimalPrice: Equatable {
    case units(Int)
    /// It has a fraction of the smallest unit.
    case tooManyDecimals
    /// It is negative, or above the highest price.
    case outOfRange

    /// - Parameters:
    ///   - text: a number as JSON writes it (RFC 8259, section 6).
    ///   - decimals: the decimals of the currency.
    init(_ text: String, decimals: Int) {
        var digits: [UInt8] = []
        var exponent = 0
        var isNegative = false
        var isInFraction = false
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "-"): isNegative = true
            case UInt8(ascii: "."): isInFraction = true
            case UInt8(ascii: "e"), UInt8(ascii: "E"):
                exponent += Self.exponent(rest)
                rest = []
            default:
                digits.append(byte & 15)
                if isInFraction { exponent -= 1 }
            }
        }
        exponent += decimals
        while digits.last == 0 {
            digits.removeLast()
            exponent += 1
        }
        digits = Array(digits.drop { $0 == 0 })
        if digits.isEmpty {
            self = .units(0)
        } else if exponent < 0 {
            self = .tooManyDecimals
        } else if isNegative || digits.count + exponent > Self.digitCountMax {
            self = .outOfRange
        } else {
            let all = digits + Array(repeating: 0, count: exponent)
            let units = all.reduce(0) { $0 * 10 + Int($1) }
            self = Price.range.contains(units) ? .units(units) : .outOfRange
        }
    }

    /// The number of digits of the highest price.
    private static let digitCountMax = 8

    /// Returns the number after an `e`. Large values are capped: the price is then out of range,
    /// has too many decimals, or is 0.
    private static func exponent(_ text: ArraySlice<UInt8>) -> Int {
        let digits = text.filter { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            .drop { $0 == UInt8(ascii: "0") }
        let value =
            digits.count > 9
            ? 999_999_999 : digits.reduce(0) { $0 * 10 + Int($1 & 15) }
        return text.first == UInt8(ascii: "-") ? -value : value
    }

    /// Returns the price in the form of a file: `12.95`.
    static func text(of units: Int, decimals: Int) -> String {
        guard decimals > 0 else { return String(units) }
        let digits = String(units)
        let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
        return "\(padded.dropLast(decimals)).\(padded.suffix(decimals))"
    }
}
