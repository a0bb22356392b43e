import BoardKit

/// The words of some texts, for searching: folded, and each after a space.
struct SearchText: Sendable {
    private let words: String

    init(_ texts: [String]) {
        words = texts.reduce(into: "") { $0 += " " + FoldedText.foldWords($1) }
    }

    /// Whether one of the words begins with the bytes after the first one, which is a space.
    func contains(_ wanted: [UInt8]) -> Bool {
        var words = words
        return words.withUTF8 { bytes in
            guard bytes.count >= wanted.count else { return false }
            return (0...bytes.count - wanted.count).contains { start in
                bytes[start] == wanted[0] && bytes[start...].starts(with: wanted)
            }
        }
    }
}

/// What somebody searches for.
struct SearchQuery {
    /// The words in UTF-8, each after a space.
    private let words: [[UInt8]]
    /// The digits, if these might be the last ones of a phone number.
    private let digits: String?

    init(_ text: String) {
        words = FoldedText.foldWords(text).utf8.split(separator: 0x20).map { [0x20] + $0 }
        let isNumber = text.unicodeScalars.allSatisfy { scalar in
            Self.digits.contains(scalar) || " +-/().".unicodeScalars.contains(scalar)
        }
        let digits = text.unicodeScalars.filter { Self.digits.contains($0) }
        self.digits = isNumber && !digits.isEmpty ? String(String.UnicodeScalarView(digits)) : nil
    }

    private static let digits: ClosedRange<Unicode.Scalar> = "0"..."9"

    /// Whether a text has words that begin with those of the query, or a phone number ends with it.
    func finds(_ text: SearchText, phone: String? = nil) -> Bool {
        if let digits, let phone, phone.hasSuffix(digits) { return true }
        return words.allSatisfy { text.contains($0) }
    }
}
