import PeerText
import TestSupport
import Testing

@Suite struct PeerTextTests {
    private static let marks = String(repeating: "\u{301}\u{323}", count: 15)

    @Test(arguments: ["", "Ada", "Zoë", "नमस्ते", "e" + marks, String(repeating: "é", count: 500)])
    func `ordinary text stays as it is`(text: String) {
        expectEqual(Array(String(ofPeer: text.utf8).utf8), Array(text.utf8))
        expectEqual(String(validatingOfPeer: text.utf8), text)
    }

    @Test func `a joiner stands after every thirty combining marks`() {
        let text = "e" + Self.marks + Self.marks + "\u{301}" + "f" + Self.marks
        let divided = "e" + Self.marks + "\u{34F}" + Self.marks + "\u{34F}\u{301}f" + Self.marks
        expectEqual(
            Array(String(ofPeer: text.utf8).unicodeScalars), Array(divided.unicodeScalars))
        expectEqual(String(divided).dividingMarks().utf8.count, divided.utf8.count)
    }

    @Test func `bytes that are not UTF-8 are repaired, or refused`() {
        expectEqual(String(ofPeer: [0x41, 0xFF]), "A\u{FFFD}")
        expectNil(String(validatingOfPeer: [0x41, 0xFF]))
    }
}
