import Foundation

/// Folds text for searches: removes marks and case.
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
        // Work on scalars: finding the ends of characters would take longer than all the rest.
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

    /// Letters without a decomposition, and what people type for them.
    private static let plain: [Unicode.Scalar: String] = [
        "ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th",
        "ħ": "h", "ı": "i",
    ]

    /// Returns the folded text. Each run of punctuation and white space becomes one space, except
    /// at the ends.
    package static func foldWords(_ text: String) -> String {
        var words: [UInt8] = []
        words.reserveCapacity(text.utf8.count)
        var isInGap = true
        // Most texts are ASCII, and a large file has many of them.
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

    /// - Returns: `nil` for ASCII punctuation and white space.
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
