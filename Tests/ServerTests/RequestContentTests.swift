import TestSupport
import Testing

@testable import Gateway

@Suite struct RequestContentTests {
    @Test(arguments: [1, 1_000, 40_000, 65_536, 100_000])
    func `keeps content in pieces as it grows, and joins small ones`(length: Int) {
        var content = RequestContent()
        var all: [UInt8] = []
        for number in 0..<200 {
            let bytes = [UInt8](repeating: UInt8(number), count: length)
            content.append(bytes)
            all += bytes
        }
        expectEqual(content.bytes, all)
        // A piece is never moved once it is full.
        #expect(content.pieces.allSatisfy { $0.count <= max(65_536, length) })
        #expect(content.pieces.count <= 2 * all.count / 65_536 + 1)
    }
}
