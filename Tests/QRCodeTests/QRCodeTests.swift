import QRCode
import TestSupport
import Testing

@Suite struct QRCodeTests {
    private struct Drawing: Decodable {
        let text: String
        let svg: String
    }

    @Test func `drawings are the same, module by module`() throws {
        for drawing in try VectorFile.load("qrcode-drawings", as: [Drawing].self) {
            #expect(QRCode(drawing.text)?.svg() == drawing.svg, "\(drawing.text)")
        }
    }

    @Test func `lines for a terminal have the modules of the drawing, two in a character`() throws {
        let code = try #require(QRCode("https://hub.example/in/abc"))
        let rows = code.lines().flatMap { line in
            [line.map { "▄ ".contains($0) }, line.map { "▀ ".contains($0) }]
        }
        var path = ""
        for (y, row) in rows.enumerated() {
            var x = 0
            while x < row.count {
                let run = row[x...].prefix { $0 }.count
                if run > 0 { path += "M\(x) \(y)h\(run)v1h-\(run)z" }
                x += max(run, 1)
            }
        }
        #expect(code.svg().contains("\"\(path)\""))
    }

    @Test func `a text counts by its bytes, and one that no symbol holds has none`() {
        #expect(QRCode(String(repeating: "x", count: 2_331)) != nil)
        #expect(QRCode(String(repeating: "x", count: 2_332)) == nil)
        #expect(QRCode(String(repeating: "ä", count: 1_166)) == nil)
    }
}
