import Foundation
import Testing

@testable import Mail

/// How messages are written. Whether others read them so, the tests of what sends them see.
@Suite struct MailMessageTests {
    private static func message(
        fromName: String = "", subject: String = "Dinner", text: String = "At eight.",
        html: String? = nil
    ) throws -> MailMessage {
        MailMessage(
            from: try #require(MailAddress("house@example.com")), fromName: fromName,
            to: try #require(MailAddress("ada@example.org")), subject: subject, text: text,
            html: html, id: "main:k3f9:42:0", unixSeconds: 1_795_197_845)
    }

    private static func text(_ message: MailMessage) -> String {
        String(decoding: message.bytes, as: UTF8.self)
    }

    /// The lines of a field, without what ends them.
    private static func field(_ name: String, of message: MailMessage) -> [String] {
        let head = text(message).components(separatedBy: "\r\n\r\n")[0]
        let lines = head.components(separatedBy: "\r\n")
        guard let start = lines.firstIndex(where: { $0.hasPrefix("\(name):") }) else { return [] }
        let rest = lines[(start + 1)...].prefix { $0.hasPrefix(" ") }
        return [lines[start]] + rest
    }

    @Test func `a message of text is written as the standards have it`() throws {
        let expected = [
            "From: \"Da Ada\"", " <house@example.com>", "To: ada@example.org", "Subject: Dinner",
            "Date: Fri, 20 Nov 2026 18:04:05 +0000",
            "Message-ID: <main.k3f9.42.0@example.com>", "Auto-Submitted: auto-generated",
            "MIME-Version: 1.0", "Content-Type: text/plain; charset=UTF-8",
            "Content-Transfer-Encoding: base64", "", "QXQgZWlnaHQu", "",
        ].joined(separator: "\r\n")
        #expect(Self.text(try Self.message(fromName: "Da Ada")) == expected)
    }

    @Test func `HTML stands beside the text, which comes first`() throws {
        let text = Self.text(try Self.message(html: "<p>At eight.</p>"))
        #expect(text.contains("multipart/alternative; boundary=\"=_alternative\"\r\n\r\n--=_"))
        let plain = try #require(text.range(of: "text/plain"))
        let html = try #require(text.range(of: "text/html"))
        #expect(plain.lowerBound < html.lowerBound)
        #expect(text.hasSuffix("\r\n--=_alternative--\r\n"))
    }

    @Test(arguments: [
        "Dinner\r\nBcc: eve@example.com", "Dinner\nBcc: eve@example.com",
        "Dinner\rBcc: eve@example.com", "Dinner\u{2028}Bcc: eve@example.com",
        "Dinner \0\u{7} Bcc: eve@example.com", "  Dinner\r\n\r\nBcc: eve@example.com ",
    ])
    func `no text begins a field of its own`(text: String) throws {
        let message = try Self.message(fromName: text, subject: text)
        #expect(
            Self.field("Subject", of: message) == ["Subject: Dinner Bcc: eve@example.com"])
        #expect(
            Self.field("From", of: message)
                == ["From: \"Dinner Bcc: eve@example.com\"", " <house@example.com>"])
        #expect(Self.field("Bcc", of: message).isEmpty)
    }

    @Test func `a name of ASCII is quoted, and others are encoded`() throws {
        func first(_ name: String) throws -> String? {
            Self.field("From", of: try Self.message(fromName: name)).first
        }
        #expect(try first(#"Ada "The \ Count" <L>"#) == #"From: "Ada \"The \\ Count\" <L>""#)
        #expect(try first("Zoë") == "From: =?UTF-8?B?Wm/Dqw==?=")
        // What looks encoded is not to be decoded.
        #expect(try first("=?UTF-8?B?Wm/Dqw==?=")?.hasPrefix("From: =?UTF-8?B?PT9V") == true)
        // A longer name has a line of its own, on which one word is enough.
        let name = String(repeating: "夕", count: 15)
        let field = Self.field("From", of: try Self.message(fromName: name))
        #expect(field.first == "From:" && field.count == 3)
        #expect(try first(" \t ") == "From: house@example.com")
    }

    @Test(arguments: [
        String(repeating: "dinner ", count: 60), String(repeating: "夕食", count: 99),
        String(repeating: "👩🏽‍🍳", count: 40), String(repeating: "a", count: 400),
    ])
    func `a long text is folded, and no word of it ends within a character`(text: String) throws {
        let message = try Self.message(fromName: text, subject: text)
        for name in ["Subject", "From"] {
            let lines = Self.field(name, of: message)
            #expect(lines.count > 1)
            for line in lines {
                #expect(line.utf8.count <= 76)
                #expect(line.utf8.allSatisfy { $0 < 0x80 })
                guard let word = line.split(separator: "?B?").dropFirst().first else { continue }
                let bytes = try #require(Data(base64Encoded: String(word.dropLast(2))))
                #expect(String(bytes: bytes, encoding: .utf8) != nil)
            }
        }
    }

    @Test func `no line is longer than a server takes, or ends in anything but CR LF`() throws {
        let long = String(repeating: "x", count: 3_000)
        let message = try Self.message(
            text: "one\r\ntwo\nthree\rfour\n.\nFrom here\n\(long)", html: "\n.\n")
        let text = Self.text(message)
        #expect(text.components(separatedBy: "\r\n").allSatisfy { $0.utf8.count <= 78 })
        #expect(!text.replacingOccurrences(of: "\r\n", with: "").contains { $0.isNewline })
        #expect(message.bytes == message.bytes)
    }
}
