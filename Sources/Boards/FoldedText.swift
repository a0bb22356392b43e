import Foundation

/// Text for searching: without its marks, and with its case folded.
enum FoldedText {
    static func fold(_ text: String) -> String {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.lowercased() }
        let scalars = text.decomposedStringWithCanonicalMapping.unicodeScalars.filter { scalar in
            switch scalar.properties.generalCategory {
            case .nonspacingMark, .spacingMark, .enclosingMark: false
            default: true
            }
        }
        return String(String.UnicodeScalarView(scalars)).lowercased()
    }
    /// The folded text with one space for each run of punctuation and white space, and none at its
    /// ends.
    static func foldWords(_ text: String) -> String {
        var words: [UInt8] = []
        words.reserveCapacity(text.utf8.count)
        var isInGap = true
        for scalar in fold(text).unicodeScalars {
            if isGap(scalar) {
                isInGap = true
                continue
            }
            if isInGap, !words.isEmpty { words.append(0x20) }
            isInGap = false
            words.append(contentsOf: UTF8.encode(scalar)!)
        }
        return String(decoding: words, as: UTF8.self)
    }

    private static func isGap(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII {
            switch UInt8(scalar.value) {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                return false
            default: return true
            }
        }
        switch scalar.properties.generalCategory {
        case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation,
            .initialPunctuation, .finalPunctuation, .otherPunctuation, .spaceSeparator,
            .lineSeparator, .paragraphSeparator, .control:
            return true
        default: return false
        }
    }
}
