import TestSupport
import Testing
import WebSocket

@Suite struct UTF8ValidatorTests {
    private struct Row: Decodable {
        let name: String
        let bytes: String
        let refusedAt: Int?
        let isComplete: Bool?
    }

    private static func accepts(_ parts: ArraySlice<UInt8>..., complete: Bool = false) -> Bool {
        var validator = UTF8Validator()
        for part in parts {
            let isAccepted = part.withUnsafeBytes { validator.accept($0) }
            guard isAccepted else { return false }
        }
        return !complete || validator.isComplete
    }

    @Test func `judges every row of the table at its byte, however it is divided`() throws {
        for row in try VectorFile.load("websocket-utf8", as: [Row].self) {
            let bytes = try #require(WebSocketVectors.bytes(hex: row.bytes))
            for count in 0...bytes.count {
                let isGood = row.refusedAt.map { count <= $0 } ?? true
                #expect(Self.accepts(bytes.prefix(count)) == isGood, "\(row.name), \(count) bytes")
                let isWhole = Self.accepts(bytes[..<count], bytes[count...], complete: true)
                #expect(isWhole == (row.isComplete == true), "\(row.name), cut at \(count)")
            }
            // At all positions relative to the words in which bytes are read.
            for count in 0..<8 {
                let ascii = [UInt8](repeating: 0x61, count: count)
                let padded = ascii + bytes + Array("12345678".utf8)
                let isWhole = Self.accepts(padded[...], complete: true)
                #expect(isWhole == (row.isComplete == true), "\(row.name), after \(count) bytes")
            }
        }
    }

    @Test func `accepts nothing after a refusal`() {
        var validator = UTF8Validator()
        #expect([0xFF].withUnsafeBytes { !validator.accept($0) })
        #expect([0x61].withUnsafeBytes { !validator.accept($0) })
        #expect(!validator.isComplete)
    }

    @Test func `accepts every character, and refuses every prefix that no character has`() {
        // Checks "the earliest byte": a prefix is accepted if and only if some character begins
        // with it.
        var prefixes: Set<[UInt8]> = []
        for value in 0x80...0x10FFFF as ClosedRange<UInt32> {
            guard let scalar = Unicode.Scalar(value) else { continue }
            // The last byte of four adds no new prefix.
            guard value < 0x1_0000 || value & 0x3F == 0 else { continue }
            let bytes = Array(UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
            for count in 1...bytes.count { prefixes.insert(Array(bytes.prefix(count))) }
        }
        var differences = 0
        for first in 0x80...0xFF as ClosedRange<UInt8> {
            if Self.accepts([first]) != prefixes.contains([first]) { differences += 1 }
            for second in UInt8.min...UInt8.max where prefixes.contains([first]) {
                let pair = [first, second]
                if second < 0x80 || !prefixes.contains(pair) {
                    if Self.accepts(pair[...]) { differences += 1 }
                    continue
                }
                if !Self.accepts(pair[...]) { differences += 1 }
                for third in [0x7F, 0x80, 0xBF, 0xC0] as [UInt8] where first >= 0xE0 {
                    let three = pair + [third]
                    if Self.accepts(three[...]) != prefixes.contains(three) { differences += 1 }
                }
            }
        }
        #expect(differences == 0)
    }

    @Test func `agrees with the standard library about three bytes before others`() {
        var differences = 0
        for first in 0x80...0xFF as ClosedRange<UInt8> {
            for second in UInt8.min...UInt8.max {
                for third in [0x61, 0x80, 0xBF, 0xC3] as [UInt8] {
                    let bytes = [first, second, third, 0xA9, 0x61, 0x62, 0x63, 0x64, 0x65, 0x66]
                    let isValid = String(validating: bytes, as: UTF8.self) != nil
                    if Self.accepts(bytes[...], complete: true) != isValid { differences += 1 }
                }
            }
        }
        #expect(differences == 0)
    }
}
