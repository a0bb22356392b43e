import CPlatform
import Glibc
import Testing

/// The functions in C that only rooms without pointers call: here the address sanitizer looks at them.
@Suite struct CPlatformTests {
    private func hexadecimal(_ bytes: [UInt8]) -> String {
        bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }

    /// RFC 4231, section 4.3.
    @Test func `a code is that of the standard`() {
        let (key, text) = (Array("Jefe".utf8), Array("what do ya want for nothing?".utf8))
        var code = [UInt8](repeating: 0, count: 32)
        #expect(platform_hmac_sha256(key, key.count, text, text.count, &code) == 1)
        #expect(
            hexadecimal(code) == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843")
    }

    @Test func `a password's digest depends on every byte of it and of its salt`() {
        func digest(_ password: String, salt: UInt8) -> [UInt8] {
            let password = Array(password.utf8)
            var digest = [UInt8](repeating: 0, count: 32)
            let salt = [UInt8](repeating: salt, count: 16)
            #expect(
                platform_scrypt(password, password.count, salt, 1 << 10, 8, 1, &digest) == 1)
            return digest
        }
        let one = digest("4711", salt: 1)
        #expect(one == digest("4711", salt: 1))
        #expect(one != digest("4712", salt: 1) && one != digest("4711", salt: 2))
        #expect(platform_equal(one, one, 32) == 1)
        #expect(platform_equal(one, digest("4712", salt: 1), 32) == 0)
    }

    @Test(arguments: [0, 1, 1_000, 200_000])
    func `what is compressed with gzip comes back`(count: Int) throws {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 / 7 &* $0) }
        var compressedCount = 0
        let compressed = try #require(platform_gzip(bytes, count, &compressedCount))
        defer { free(compressed) }
        // A header of ten bytes, and a checksum and the length at the end (RFC 1952, section 2.3).
        #expect(compressed[0] == 0x1F && compressed[1] == 0x8B)
        let inflater = platform_inflater_new(15)
        defer { platform_inflater_free(inflater) }
        var next: UnsafePointer<UInt8>? = UnsafePointer(compressed + 10)
        var left = compressedCount - 18
        var out = [UInt8](repeating: 0, count: count + 1)
        var written = 0
        let outcome = platform_inflate(inflater, &next, &left, &out, out.count, &written)
        #expect(outcome == PLATFORM_INFLATE_DONE && left == 0)
        #expect(Array(out[..<written]) == bytes)
    }
}
