import TestSupport
import Testing

@testable import BoardKit

/// White space and control characters, compared with Unicode.
@Suite struct TypedTextTests {
    /// The first two planes; there is neither white space nor a control character beyond.
    private static let scalars = (UInt32(0)...0x1FFFF).compactMap(Unicode.Scalar.init)

    @Test func `white space is what Unicode says it is`() {
        let wrong = Self.scalars.filter { scalar in
            TypedText(String(scalar)).text.isEmpty != scalar.properties.isWhitespace
        }
        expectEqual(wrong, [])
    }

    @Test func `control characters are what Unicode says they are`() {
        let wrong = Self.scalars.filter { scalar in
            let properties = scalar.properties
            let isControl = properties.generalCategory == .control && !properties.isWhitespace
            // The letters keep it from being trimmed.
            return TypedText("a\(scalar)b").hasControlCharacters != isControl
        }
        expectEqual(wrong, [])
    }
}
