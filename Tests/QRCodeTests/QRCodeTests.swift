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

    @Test func `a text counts by its bytes, and one that no symbol holds has none`() {
        #expect(QRCode(String(repeating: "x", count: 2_331)) != nil)
        #expect(QRCode(String(repeating: "x", count: 2_332)) == nil)
        #expect(QRCode(String(repeating: "ä", count: 1_166)) == nil)
    }
}
