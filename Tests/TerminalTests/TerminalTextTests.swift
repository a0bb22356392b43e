import JSON
import Testing

@testable import Terminal

/// What a peer has sent, in a line for a terminal.
@Suite struct TerminalTextTests {
    @Test(arguments: [
        ("Ada \u{1B}[2K", "Ada \\u{1b}[2K"), ("\u{9B}2J", "\\u{9b}2J"),
        ("a\u{202E}b", "a\\u{202e}b"), ("a\u{2028}b\u{2029}", "a\\u{2028}b\\u{2029}"),
        ("a\r\nb\t", "a\\u{d}\\u{a}b\\u{9}"), ("\u{200D}1\u{200D}2", "\\u{200d}1\\u{200d}2"),
        ("\u{E0001}", "\\u{e0001}"),
    ])
    func `what could end a line or command a terminal is escaped`(text: String, shown: String) {
        #expect(TerminalText.escaped(text) == shown)
    }

    @Test(arguments: ["", "Ada Lovelace", "Zoë", "東京", "👩‍👩‍👧", "❤️‍🔥", "👩🏽‍🚀", "שלום"])
    func `all other text stays as it is`(text: String) {
        #expect(TerminalText.escaped(text).unicodeScalars.elementsEqual(text.unicodeScalars))
    }

    @Test func `an escaped text of JSON stands for the same value`() throws {
        let value: JSON = ["name": "\u{9B}2J\u{202E}\u{E0001}\u{1B}", "on": ["\u{2028}"]]
        let text = TerminalText.escaped(value.canonicalText, as: .json)
        #expect(try JSON(parsing: text, depthMax: 8) == value)
        #expect(text.contains("\\u009b2J\\u202e\\udb40\\udc01"))
    }
}
