import Foundation

/// Text for searching: without its marks, and with its case folded.
package enum FoldedText {
    package static func fold(_ text: String) -> String {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.lowercased() }
        let scalars = text.decomposedStringWithCanonicalMapping.unicodeScalars.filter { scalar in
            switch scalar.properties.generalCategory {
            case .nonspacingMark, .spacingMark, .enclosingMark: false
            default: true
            }
        }
        let lowered = String(String.UnicodeScalarView(scalars)).lowercased()
        // By scalars: finding where a character ends takes longer than all the rest.
        var folded = String.UnicodeScalarView()
        for scalar in lowered.unicodeScalars {
            if let plain = Self.plain[scalar] {
                folded.append(contentsOf: plain.unicodeScalars)
            } else {
                folded.append(scalar)
            }
        }
        return String(folded)
    }

    /// Letters that have no mark to lose, and what people type for them.
    private static let plain: [Unicode.Scalar: String] = [
        "ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th",
        "ħ": "h", "ı": "i",
    ]

    /// The folded text with one space for each run of punctuation and white space, and none at its
    /// ends.
    package static func foldWords(_ text: String) -> String {
        var words: [UInt8] = []
        words.reserveCapacity(text.utf8.count)
        var isInGap = true
        // Most texts are ASCII, and a large file has many.
        let isASCII = text.utf8.allSatisfy { $0 < 0x80 }
        let folded = isASCII ? text : spacingPunctuation(of: fold(text))
        for byte in folded.utf8 {
            guard let letter = foldedLetter(byte) else {
                isInGap = true
                continue
            }
            if isInGap, !words.isEmpty { words.append(0x20) }
            isInGap = false
            words.append(letter)
        }
        return String(decoding: words, as: UTF8.self)
    }

    /// - Returns: `nil` for punctuation and white space of ASCII.
    private static func foldedLetter(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...:
            byte
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte | 0x20
        default: nil
        }
    }

    private static func spacingPunctuation(of text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.map { isGap($0) ? " " : $0 }))
    }

    private static func isGap(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation,
            .initialPunctuation, .finalPunctuation, .otherPunctuation, .spaceSeparator,
            .lineSeparator, .paragraphSeparator, .control:
            return true
        default: return false
        }
    }
}
