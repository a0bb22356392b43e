import JSON

/// A telephone number in the form of E.164: `+` and 7 to 15 digits of which the first is not 0.
///
/// White space and punctuation are taken out, and so are the invisible marks that telephones put
/// around a number when it is copied. The shortest numbers of the world have 7 digits with their
/// country code.
struct PhoneNumber: ArgumentValue {
    let text: String

    init(_ argument: JSON, label: String) throws(ArgumentProblem) {
        let number = String(String.UnicodeScalarView(argument.text.map(Self.essence) ?? []))
        let digits = number.dropFirst()
        guard number.hasPrefix("+"), (7...15).contains(digits.utf8.count),
            digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
            !digits.hasPrefix("0")
        else {
            throw ArgumentProblem(
                message: "\(label) must be a number with its country code, such as "
                    + "+1 201 555 0123")
        }
        text = number
    }

    private static func essence(_ typed: String) -> [Unicode.Scalar] {
        typed.unicodeScalars.filter { scalar in
            switch scalar.properties.generalCategory {
            case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation,
                .initialPunctuation, .finalPunctuation, .otherPunctuation, .format:
                false
            default: !scalar.properties.isWhitespace
            }
        }
    }
}
