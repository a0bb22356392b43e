import JSON
import TestSupport
import Testing

@Suite struct JSONCanonicalTests {
    struct NumberFile: Decodable {
        struct Table: Decodable {
            var source: String
            var rows: [[String]]
        }

        var rfc8785: Table
        var ecmaScript: Table
    }

    private func rows() throws -> [(bits: UInt64, text: String)] {
        let file = try VectorFile.load("json-numbers", as: NumberFile.self)
        #expect(file.rfc8785.rows.count == 24)
        #expect(file.ecmaScript.rows.count > 1000)
        return try (file.rfc8785.rows + file.ecmaScript.rows).map { row in
            try #require(row.count == 2)
            return (try #require(UInt64(row[0], radix: 16)), row[1])
        }
    }

    @Test func `numbers are written as ECMAScript writes them`() throws {
        for row in try rows() {
            let value = Double(bitPattern: row.bits)
            #expect(JSON.number(value).canonicalText == row.text, "\(row.bits)")
            #expect(JSON.number(-value).canonicalText == negated(row.text), "-\(row.bits)")
        }
    }

    @Test func `numbers as ECMAScript writes them are read as the same double`() throws {
        for row in try rows() {
            let expected = Double(bitPattern: row.bits)
            guard case .number(let value) = try JSON(parsing: row.text) else {
                Issue.record("\(row.text) is no number")
                continue
            }
            #expect(value == expected, "\(row.text)")
        }
    }

    private func negated(_ text: String) -> String {
        if text == "0" { return text }
        return text.hasPrefix("-") ? String(text.dropFirst()) : "-" + text
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity, .signalingNaN])
    func `what is no number of JSON is written as null, as ECMAScript does`(value: Double) {
        #expect(JSON.number(value).canonicalText == "null")
    }

    @Test func `every ASCII character is escaped exactly as JSON.stringify does`() {
        let short: [UInt32: String] = [
            0x08: "\\b", 0x09: "\\t", 0x0A: "\\n", 0x0C: "\\f", 0x0D: "\\r", 0x22: "\\\"",
            0x5C: "\\\\",
        ]
        for code in UInt32(0)...0x7F {
            guard let scalar = Unicode.Scalar(code) else { continue }
            let hex = String(code, radix: 16)
            let expected =
                short[code] ?? (code < 0x20 ? "\\u00" + (code < 16 ? "0" : "") + hex : "\(scalar)")
            #expect(JSON.string("\(scalar)").canonicalText == "\"\(expected)\"")
        }
    }

    @Test func `members are sorted by the UTF-16 code units of their names`() {
        let names = ["€", "\r", "\u{FB33}", "1", "😀", "\u{80}", "ö"]
        let object = JSON.object(
            Dictionary(uniqueKeysWithValues: names.map { ($0, JSON.null) }))
        let expected = ["\\r", "1", "\u{80}", "ö", "€", "😀", "\u{FB33}"]
        #expect(
            object.canonicalText == "{" + expected.map { "\"\($0)\":null" }.joined(separator: ",")
                + "}")
    }

    @Test func `any two names are in the order of their UTF-16 code units`() throws {
        var generator = SeededGenerator(seed: 8785)
        let alphabet: [Unicode.Scalar] = [
            "\0", "a", "b", "z", "\u{7F}", "é", "\u{7FF}", "\u{800}", "\u{D7FF}", "\u{E000}",
            "\u{FB33}", "\u{FFFF}", "\u{10000}", "\u{1F600}", "\u{1F601}", "\u{10FFFF}",
        ]
        for _ in 0..<4000 {
            let names = (0..<2).map { _ in
                var name = String.UnicodeScalarView()
                for _ in 0..<Int.random(in: 0...3, using: &generator) {
                    name.append(alphabet.randomElement(using: &generator) ?? "a")
                }
                return String(name)
            }
            guard names[0] != names[1] else { continue }
            let units = names.map { Array($0.utf16) }
            let first = units[0].lexicographicallyPrecedes(units[1]) ? 0 : 1
            let text = JSON.object([names[0]: 0, names[1]: 1]).canonicalText
            #expect(text.hasSuffix(":\(1 - first)}"), "\(units)")
        }
    }

    @Test func `writing appends to what is there`() {
        var bytes = Array("x".utf8)
        JSON.array([1, "a"]).write(to: &bytes)
        JSON.write("b", to: &bytes)
        #expect(String(decoding: bytes, as: UTF8.self) == "x[1,\"a\"]\"b\"")
    }
}
