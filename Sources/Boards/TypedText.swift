import Foundation

/// Text as a person typed it, brought into the form that is kept: NFC, without white space at its
/// ends.
struct TypedText {
    private(set) var text: String

    /// White space is what Unicode's property White_Space says, so U+00A0 and U+2028 too.
    init(_ typed: String) {
        // Text of ASCII alone is in NFC already, and most names are.
        let composed =
            typed.utf8.allSatisfy { $0 < 0x80 }
            ? typed : typed.precomposedStringWithCanonicalMapping
        let scalars = composed.unicodeScalars
        let start = scalars.firstIndex { !$0.properties.isWhitespace } ?? scalars.endIndex
        let last = scalars.lastIndex { !$0.properties.isWhitespace }
        let end = last.map { scalars.index(after: $0) } ?? scalars.endIndex
        text = String(scalars[start..<end])
    }

    /// The same on one line: every run of white space, tabs and line breaks too, is one space.
    init(folding typed: String) {
        self.init(typed)
        var folded = String.UnicodeScalarView()
        var isInSpace = false
        for scalar in text.unicodeScalars {
            let isSpace = scalar.properties.isWhitespace
            if !isSpace { folded.append(scalar) } else if !isInSpace { folded.append(" ") }
            isInSpace = isSpace
        }
        text = String(folded)
    }

    /// Whether there are characters of the general category Cc other than white space. (Marks for
    /// the direction of writing are of the category Cf, and legal.)
    var hasControlCharacters: Bool {
        text.unicodeScalars.contains {
            $0.properties.generalCategory == .control && !$0.properties.isWhitespace
        }
    }

    /// Whether there is anything but white space and marks for joining and for the direction of
    /// writing.
    var isVisible: Bool {
        text.unicodeScalars.contains {
            $0.properties.generalCategory != .format && !$0.properties.isWhitespace
        }
    }

    /// Whether the text has from 1 to as many characters (extended grapheme clusters).
    func hasCharacters(upTo charactersMax: Int) -> Bool {
        !text.isEmpty && !isLonger(than: charactersMax)
    }

    /// Whether the text has more characters than that. One character can have any number of marks
    /// on it, so the bytes are limited as well.
    func isLonger(than charactersMax: Int, bytesMax: Int? = nil) -> Bool {
        text.utf8.count > bytesMax ?? charactersMax * Self.characterBytesMax
            || text.count > charactersMax
    }

    /// The longest emoji, two people of two complexions kissing, has 35 bytes.
    private static let characterBytesMax = 40
}
