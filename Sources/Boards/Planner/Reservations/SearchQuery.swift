import BoardKit

/// The words of texts for searching: folded, each after a space.
struct SearchText: Sendable {
    private let words: String

    init(_ texts: [String]) {
        words = texts.reduce(into: "") { $0 += " " + FoldedText.foldWords($1) }
    }

    /// Whether a word begins with the wanted bytes. The first byte is a space.
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

struct SearchQuery {
    /// The words in UTF-8, each after a space.
    private let words: [[UInt8]]
    /// The digits, if they may be the last ones of a phone number.
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

    /// Whether each word of the query begins a word of the text, or the phone number ends with the
    /// query.
    func finds(_ text: SearchText, phone: String? = nil) -> Bool {
        if let digits, let phone, phone.hasSuffix(digits) { return true }
        return words.allSatisfy { text.contains($0) }
    }
}
