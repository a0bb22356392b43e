import BoardKit
package import JSON
package import Sync

/// A telephone number in the form of E.164: `+` and 7 to 15 digits, of which the first is not 0.
///
/// A leading `tel:` (RFC 3966) is removed, a leading `00` stands for `+`, and digits may be
/// full-width. A `(0)` after the country code, which is dialled only within the country, is removed
/// (ITU-T E.123, 7.2), except where it is part of the number, as in Italy. White space,
/// punctuation, and the invisible marks that phones put around a copied number are removed too. The
/// shortest numbers in the world have 7 digits with their country code.
package struct PhoneNumber: TextValue {
    package static let schema = Schema(
        .text(pattern: "^\(gap)\\+\(gap)[1-9](\(gap)[0-9]){6,14}\(gap)$"))
    /// White space, punctuation and marks for the writing direction.
    private static let gap = #"[\s\p{P}\p{Cf}]*"#

    package let text: String

    package init(_ argument: JSON) throws(Reason) {
        let number = argument.text.map(Self.essence) ?? ""
        let digits = number.dropFirst()
        guard number.hasPrefix("+"), (7...15).contains(digits.utf8.count),
            digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
            !digits.hasPrefix("0")
        else {
            throw Reason(.badPhone)
        }
        text = number
    }

    private static func essence(_ typed: String) -> String {
        var scalars = typed.unicodeScalars.filter { scalar in
            !scalar.properties.isWhitespace && scalar.properties.generalCategory != .format
        }.map(narrow)
        if string(scalars.prefix(4)).lowercased() == "tel:" {
            scalars.removeFirst(4)
        }
        let digits = string(withoutTrunkPrefix(scalars).filter { !isPunctuation($0) })
        return digits.hasPrefix("00") ? "+" + digits.dropFirst(2) : digits
    }

    /// Returns the number without the `(0)` after a country code of 1 to 3 digits.
    private static func withoutTrunkPrefix(_ scalars: [Unicode.Scalar]) -> [Unicode.Scalar] {
        let trunkPrefix = Array("(0)".unicodeScalars)
        guard
            let start = scalars.indices.first(where: {
                scalars[$0...].starts(with: trunkPrefix)
            })
        else { return scalars }
        let code = string(scalars[..<start].filter { !isPunctuation($0) })
        guard let prefix = ["+", "00"].first(where: code.hasPrefix),
            case let country = code.dropFirst(prefix.count), (1...3).contains(country.count),
            !codesWithoutTrunkPrefix.contains(country)
        else { return scalars }
        return Array(scalars[..<start] + scalars[(start + trunkPrefix.count)...])
    }

    /// The codes of countries in which no digit is dialled before a number, and numbers may begin
    /// with 0: Italy, San Marino, the Vatican, Côte d'Ivoire, Burkina Faso, Niger, Benin, Gabon,
    /// the Congo and Tajikistan.
    private static let codesWithoutTrunkPrefix: Set<Substring> = [
        "39", "378", "379", "225", "226", "227", "229", "241", "242", "992",
    ]

    /// Returns the normal form of a full-width character.
    private static func narrow(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        guard (0xFF01...0xFF5E).contains(scalar.value) else { return scalar }
        return Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar
    }

    private static func isPunctuation(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation,
            .initialPunctuation, .finalPunctuation, .otherPunctuation:
            true
        default: false
        }
    }

    private static func string(_ scalars: some Sequence<Unicode.Scalar>) -> String {
        String(String.UnicodeScalarView(scalars))
    }
}

/// A secret made by the phone of a guest who uses the join link. An answer contains the guest's
/// ticket, so it is repeated only for the same secret. It has 16 to 64 of the characters of
/// mutation ids.
package struct PhoneSecret: ArgumentValue {
    private static let characterCountMin = 16
    package static let schema = Schema(.text(pattern: "^[A-Za-z0-9_-]{16,64}$"))

    package init(_ argument: JSON) throws(Reason) {
        guard let text = argument.text, Mutation.isID(text),
            text.utf8.count >= Self.characterCountMin
        else {
            throw Reason(.badSecret)
        }
    }
}

extension ArgumentDeclaration {
    /// The argument of an action that gives a ticket to a guest who uses the join link. It is part
    /// of the mutation's fingerprint, and not stored.
    package static let phoneSecret = optional(
        "secret", PhoneSecret.self,
        "Made up by the guest's phone: only with the same one the same id gets its answer again",
        isSecret: true, givers: .byJoinLink)
}
