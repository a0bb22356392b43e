import Foundation

/// Text that a person typed, in the stored form: NFC, without white space at its ends.
package struct TypedText {
    package private(set) var text: String

    /// Creates the stored form. White space is every character with Unicode's property White_Space,
    /// including U+00A0 and U+2028.
    package init(_ typed: String) {
        // ASCII is already NFC, and most names are ASCII.
        let composed =
            typed.utf8.allSatisfy { $0 < 0x80 }
            ? typed : typed.precomposedStringWithCanonicalMapping
        let scalars = composed.unicodeScalars
        let start = scalars.firstIndex { !$0.isWhitespace } ?? scalars.endIndex
        let last = scalars.lastIndex { !$0.isWhitespace }
        let end = last.map { scalars.index(after: $0) } ?? scalars.endIndex
        text = String(scalars[start..<end])
    }

    /// Creates a text on one line: every run of white space, including tabs and line breaks,
    /// becomes one space.
    package init(folding typed: String) {
        self.init(typed)
        var folded = String.UnicodeScalarView()
        var isInSpace = false
        for scalar in text.unicodeScalars {
            let isSpace = scalar.isWhitespace
            if !isSpace { folded.append(scalar) } else if !isInSpace { folded.append(" ") }
            isInSpace = isSpace
        }
        text = String(folded)
    }

    /// Whether the text contains characters of the general category Cc other than white space.
    /// Marks for the writing direction are in the category Cf, and are permitted.
    package var hasControlCharacters: Bool {
        text.unicodeScalars.contains { $0.isControl && !$0.isWhitespace }
    }

    /// Whether the text contains more than white space, joiners and marks for the writing
    /// direction.
    var isVisible: Bool {
        text.unicodeScalars.contains {
            $0.properties.generalCategory != .format && !$0.isWhitespace
        }
    }

    /// Whether the text has at least 1 and at most this number of characters.
    package func hasCharacters(upTo charactersMax: Int) -> Bool {
        !text.isEmpty && !isLonger(than: charactersMax)
    }

    /// Whether the text has more than this number of characters. A character can have any number of
    /// combining marks, so the bytes are limited as well.
    package func isLonger(than charactersMax: Int, bytesMax: Int? = nil) -> Bool {
        text.utf8.count > bytesMax ?? charactersMax * Self.characterBytesMax
            || text.count > charactersMax
    }

    /// The longest emoji, two people of two complexions kissing, has 35 bytes.
    private static let characterBytesMax = 40
}

/// Properties that a large import checks for every character. Most characters need no look-up in
/// Unicode's tables.
extension Unicode.Scalar {
    /// Whether it has Unicode's property White_Space.
    fileprivate var isWhitespace: Bool {
        isASCII ? value == 0x20 || (0x09...0x0D).contains(value) : properties.isWhitespace
    }

    /// Whether its general category is Cc. Unicode promises never to add other characters to it
    /// (Unicode Character Encoding Stability Policies).
    fileprivate var isControl: Bool { value < 0x20 || (0x7F...0x9F).contains(value) }
}
