package import JSON
package import Sync

/// A text with a maximum length: trimmed, in NFC, without control characters.
package protocol BoundedText: TextValue {
    static var charactersMax: Int { get }
    /// The maximum length in UTF-8 bytes, because a character can consist of any number of code
    /// points. By default, 40 bytes for each character, which is enough for every emoji.
    static var bytesMax: Int? { get }
    /// Whether line breaks become spaces.
    static var isOneLine: Bool { get }
    /// Whether an empty text is accepted.
    static var mayBeEmpty: Bool { get }
    /// The problem with a text of only invisible characters; `nil` if it is accepted.
    static var invisibleProblem: ProblemDeclaration? { get }

    /// - Parameter text: a valid text.
    init(text: String)
}

extension BoundedText {
    package static var bytesMax: Int? { 40 * charactersMax }
    package static var isOneLine: Bool { false }
    package static var mayBeEmpty: Bool { false }
    package static var invisibleProblem: ProblemDeclaration? { nil }

    package static var schema: Schema {
        Schema(
            .text(
                charactersMin: mayBeEmpty ? 0 : 1, charactersMax: charactersMax,
                bytesMax: bytesMax, isOneLine: isOneLine))
    }

    package var isEmpty: Bool { text.isEmpty }

    package init(_ argument: JSON) throws(Reason) {
        guard let typed = argument.text else { throw Reason(.noText) }
        let text = Self.isOneLine ? TypedText(folding: typed) : TypedText(typed)
        guard Self.mayBeEmpty || !text.text.isEmpty else { throw Reason(.required) }
        if let problem = Self.invisibleProblem, !text.text.isEmpty, !text.isVisible {
            throw Reason(problem)
        }
        guard !text.isLonger(than: Self.charactersMax, bytesMax: Self.bytesMax) else {
            throw Reason(.tooLong, ["max": JSON(Self.charactersMax)])
        }
        guard !text.hasControlCharacters else { throw Reason(.controlCharacters) }
        self.init(text: text.text)
    }
}

/// A name: 1 to 80 characters on one line, not all of them invisible.
package protocol NameText: BoundedText {}

extension NameText {
    package static var charactersMax: Int { 80 }
    package static var bytesMax: Int? { 400 }
    package static var isOneLine: Bool { true }
    package static var invisibleProblem: ProblemDeclaration? { .required }
}

/// A text that may be empty, with any number of lines.
package struct OptionalText<let characters: Int, let bytes: Int>: BoundedText {
    package static var charactersMax: Int { characters }
    package static var bytesMax: Int? { bytes }
    package static var mayBeEmpty: Bool { true }

    package let text: String

    package init(text: String) { self.text = text }
}

/// A text that may be empty, on one line.
package struct OptionalLine<let characters: Int, let bytes: Int>: BoundedText {
    package static var charactersMax: Int { characters }
    package static var bytesMax: Int? { bytes }
    package static var isOneLine: Bool { true }
    package static var mayBeEmpty: Bool { true }

    package let text: String

    package init(text: String) { self.text = text }
}
