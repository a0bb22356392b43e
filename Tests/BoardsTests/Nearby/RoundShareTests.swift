import Foundation
import JSON
import TestSupport
import Testing

@testable import BoardKit
@testable import NearbyBoard

@Suite struct RoundShareTests {
    private let pizza = RoundShare.Option(
        name: "Tom & \"Jerry's\" <Pizza>", address: "1 Elm St, Summit",
        position: Coordinates("40.7165494,-74.357807"), url: "https://pizza.example/?a=1&b=2")
    private let bar = RoundShare.Option(name: "麺屋 🍜", position: Coordinates("-0.000001,5"))
    private let cafe = RoundShare.Option(name: "Café", url: "javascript:alert(1)")

    private let map =
        "https://www.openstreetmap.org/?mlat=40.71655&mlon=-74.35781#map=18/40.71655/-74.35781"

    @Test func `the text has the title and each place's known values`() {
        let share = RoundShare(title: "Friday?", options: [pizza, bar, cafe], decided: nil)
        expectEqual(share.subject, "Friday?")
        expectEqual(
            share.text,
            """
            Friday?
            1) Tom & "Jerry's" <Pizza> @ 1 Elm St, Summit
            40.71655,-74.35781
            \(map)
            2) 麺屋 🍜
            0.00000,5.00000
            https://www.openstreetmap.org/?mlat=0.00000&mlon=5.00000#map=18/0.00000/5.00000
            3) Café
            """)
        expectEqual(RoundShare(title: "None yet", options: [], decided: nil).text, "None yet")
    }

    @Test func `after the decision the text has only the decided place`() {
        let share = RoundShare(title: "Friday", options: [pizza, bar, cafe], decided: cafe)
        expectEqual(share.text, "Friday\n1) Café")
        expectEqual(share.html, "<p>Friday</p><ol><li>Café</li></ol>")
    }

    @Test func `the HTML is a list with links, and escapes every text`() {
        let share = RoundShare(title: "<Friday>", options: [pizza, bar, cafe], decided: nil)
        let escapedMap = map.split(separator: "&").joined(separator: "&amp;")
        let barMap =
            "https://www.openstreetmap.org/?mlat=0.00000&amp;mlon=5.00000#map=18/0.00000/5.00000"
        expectEqual(
            share.html,
            "<p>&lt;Friday&gt;</p><ol>"
                + "<li><a href=\"https://pizza.example/?a=1&amp;b=2\">"
                + "Tom &amp; &quot;Jerry&#39;s&quot; &lt;Pizza&gt;</a> @ 1 Elm St, Summit<br>"
                + "40.71655,-74.35781<br><a href=\"\(escapedMap)\">\(escapedMap)</a></li>"
                + "<li><a href=\"\(barMap)\">麺屋 🍜</a><br>0.00000,5.00000<br>"
                + "<a href=\"\(barMap)\">\(barMap)</a></li><li>Café</li></ol>")
    }

    @Test func `the links open a message with percent-encoded text`() {
        let share = RoundShare(
            title: "Q&A #1 + more", options: [RoundShare.Option(name: "50% é")], decided: nil)
        expectEqual(share.sms, "sms:?&body=Q%26A%20%231%20%2B%20more%0A1%29%2050%25%20%C3%A9")
        expectEqual(
            share.whatsapp, "https://wa.me/?text=Q%26A%20%231%20%2B%20more%0A1%29%2050%25%20%C3%A9")
        expectEqual(
            share.mailto,
            "mailto:?subject=Q%26A%20%231%20%2B%20more"
                + "&body=Q%26A%20%231%20%2B%20more%0D%0A1%29%2050%25%20%C3%A9")
        expectEqual(
            share.json,
            [
                "subject": .string(share.subject), "text": .string(share.text),
                "html": .string(share.html), "mailto": .string(share.mailto),
                "sms": .string(share.sms), "whatsapp": .string(share.whatsapp),
            ])
    }

    @Test func `a text with line breaks stays on one line`() {
        let option = RoundShare.Option(name: "A\r\n2) B", address: "1 Elm St\nSummit\u{2028}NJ")
        let share = RoundShare(title: "One\ntwo", options: [option], decided: nil)
        expectEqual(share.text, "One two\n1) A 2) B @ 1 Elm St Summit NJ")
    }

    private func name(_ random: inout SeededGenerator) -> String {
        var scalars = String.UnicodeScalarView()
        for _ in 0..<Int.random(in: 1...12, using: &random) {
            let range: ClosedRange<UInt32> =
                [0x20...0x7E, 0xA1...0x2FF, 0x590...0x6FF, 0x2010...0xD7FF, 0xE000...0x10FFFF]
                .randomElement(using: &random)!
            if let scalar = Unicode.Scalar(.random(in: range, using: &random)) {
                scalars.append(scalar)
            }
        }
        return TypedText(folding: String(scalars)).text
    }

    /// Returns the texts between tags, unescaped.
    private func texts(inHTML html: String) -> [String] {
        var texts: [String] = []
        var text = ""
        var isInTag = false
        for scalar in html.unicodeScalars {
            switch scalar {
            case "<":
                texts.append(text)
                text = ""
                isInTag = true
            case ">": isInTag = false
            default: if !isInTag { text.unicodeScalars.append(scalar) }
            }
        }
        let escapes = [
            ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&"),
        ]
        return (texts + [text]).map { text in
            escapes.reduce(text) {
                $0.replacingOccurrences(of: $1.0, with: $1.1, options: .literal)
            }
        }
    }

    @Test func `every form decodes to the same names`() throws {
        var random = SeededGenerator(seed: 26)
        for _ in 0..<300 {
            let title = name(&random)
            let names = (0..<3).map { _ in name(&random) }.filter { !$0.isEmpty }
            let options = names.map {
                RoundShare.Option(
                    name: $0, address: Bool.random(using: &random) ? name(&random) : nil,
                    url: "https://a.example/")
            }
            let share = RoundShare(title: title, options: options, decided: nil)
            let lines = options.enumerated().map { index, option in
                let address = option.address.flatMap { $0.isEmpty ? nil : " @ " + $0 } ?? ""
                return "\(index + 1)) \(option.name)\(address)"
            }
            let text = ([title] + lines).joined(separator: "\n")
            expectEqual(JSON.string(share.text), .string(text))
            let queries = try [share.whatsapp, share.sms, share.mailto].map { link in
                try #require(URLComponents(string: link)?.queryItems)
            }
            expectEqual(queries[0].first?.value.map(JSON.string), .string(text))
            expectEqual(queries[1].last?.value.map(JSON.string), .string(text))
            expectEqual(queries[2].first?.value.map(JSON.string), .string(title))
            let mail = queries[2].last?.value?.replacingOccurrences(of: "\r\n", with: "\n")
            expectEqual(mail.map(JSON.string), .string(text))
            let shown = texts(inHTML: share.html).map(JSON.string)
            #expect(([title] + names).allSatisfy { shown.contains(.string($0)) })
        }
    }
}
