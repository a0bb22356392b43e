/// Text for a terminal or a log. Every character is escaped that could end a line or control the
/// terminal, because text from a peer must neither imitate nor hide a line of the hub.
public enum TerminalText {
    /// The form of an escape.
    public enum Notation: Sendable {
        /// `\u{9b}`.
        case swift
        /// `\u009b`, or two of them for a character beyond U+FFFF (RFC 8259, section 7), so that JSON
        /// keeps its value.
        case json
    }

    /// Escapes the general categories Cc, Cf, Zl and Zp: controls (C0 and C1), marks of writing
    /// direction, line and paragraph separators. A joiner between two emoji stays, because it makes
    /// one picture of them.
    public static func escaped(_ text: String, as notation: Notation = .swift) -> String {
        let scalars = text.unicodeScalars
        guard let first = scalars.firstIndex(where: isEscaped) else { return text }
        var escaped = String.UnicodeScalarView(scalars[..<first])
        for index in scalars[first...].indices {
            let scalar = scalars[index]
            if isEscaped(scalar), !joinsEmoji(at: index, in: scalars) {
                escaped += escape(of: scalar, as: notation).unicodeScalars
            } else {
                escaped.append(scalar)
            }
        }
        return String(escaped)
    }

    private static func isEscaped(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }

    /// Whether the scalar is the ZERO WIDTH JOINER of an emoji sequence (UTS #51, ED-16).
    private static func joinsEmoji(
        at index: String.UnicodeScalarView.Index, in scalars: String.UnicodeScalarView
    ) -> Bool {
        let next = scalars.index(after: index)
        guard scalars[index] == "\u{200D}", index > scalars.startIndex, next < scalars.endIndex
        else {
            return false
        }
        let before = scalars[scalars.index(before: index)]
        return (before == "\u{FE0F}" || isEmoji(before)) && isEmoji(scalars[next])
    }

    /// Excludes the digits, which have Unicode's property too.
    private static func isEmoji(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isEmoji && !scalar.isASCII
    }

    private static func escape(of scalar: Unicode.Scalar, as notation: Notation) -> String {
        switch notation {
        case .swift: "\\u{\(String(scalar.value, radix: 16))}"
        case .json:
            String(scalar).utf16.map { unit in
                let digits = String(unit, radix: 16)
                return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            }.joined()
        }
    }
}

/// The reason why a hub did not start or a command failed: a line for the operator that says what
/// to do.
public struct HubError: Error, Sendable, CustomStringConvertible {
    public var description: String

    public init(_ description: String) { self.description = TerminalText.escaped(description) }
}
