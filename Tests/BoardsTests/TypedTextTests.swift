import TestSupport
import Testing

@testable import BoardKit

/// White space and control characters, compared with Unicode.
@Suite struct TypedTextTests {
    /// The first two planes. No later plane has white space or control characters.
    private static let scalars = (UInt32(0)...0x1FFFF).compactMap(Unicode.Scalar.init)

    @Test func `agrees with Unicode about white space`() {
        let wrong = Self.scalars.filter { scalar in
            TypedText(String(scalar)).text.isEmpty != scalar.properties.isWhitespace
        }
        expectEqual(wrong, [])
    }

    @Test func `agrees with Unicode about control characters`() {
        let wrong = Self.scalars.filter { scalar in
            let properties = scalar.properties
            let isControl = properties.generalCategory == .control && !properties.isWhitespace
            // The letters keep the scalar from being trimmed.
            return TypedText("a\(scalar)b").hasControlCharacters != isControl
        }
        expectEqual(wrong, [])
    }
}
