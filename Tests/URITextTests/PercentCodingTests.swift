import Testing
import URIText

@Suite struct PercentCodingTests {
    @Test(arguments: [
        ("", ""), ("plain-._~", "plain-._~"), ("a%20b", "a b"), ("%41%7a", "Az"),
        ("caf%C3%A9", "café"), ("caf%c3%a9", "café"), ("%F0%9F%8D%95", "🍕"), ("a+b", "a+b"),
        ("%2e%2E%2F", "../"), ("%25%32%35", "%25"), ("%0A%7F", "\n\u{7f}"), ("ü", "ü"),
    ])
    func `escapes are undone once`(_ encoded: String, _ decoded: String) {
        #expect(PercentCoding.decode(encoded[...]) == decoded)
    }

    @Test(arguments: [
        "%", "a%", "%4", "%4g", "%g4", "%%41", "% 41", "%+1", "%-1", "%u0041", "%00", "a\0b",
        "%FF", "%C3", "%C3%28", "%C0%AF", "%E0%80%AF", "%ED%A0%80", "%F4%90%80%80",
    ])
    func `what is malformed, not UTF-8 or NUL has no decoding`(_ encoded: String) {
        #expect(PercentCoding.decode(encoded[...]) == nil)
    }

    @Test func `a plus is a space where forms send it`() {
        #expect(PercentCoding.decode("a+b%2B", plusAsSpace: true) == "a b+")
    }

    @Test(arguments: ["", "a b", "../x", "ä/ö?ü#&=+%;", "🍕", "<script>", "\"'\\", "\u{202e}x"])
    func `what is encoded is decoded to the same`(_ piece: String) {
        let encoded = PercentCoding.encode(piece)
        #expect(encoded.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != 0x2F && $0 != 0x3F })
        #expect(PercentCoding.decode(encoded[...]) == piece)
        #expect(PercentCoding.decode(encoded[...], plusAsSpace: true) == piece)
    }

    @Test func `escapes are written in upper case`() {
        #expect(PercentCoding.encode("a/ö~") == "a%2F%C3%B6~")
    }

    @Test(arguments: [
        ("/a/b?c=d&e#f", "/a/b?c=d&e#f"), ("/%2F", "/%2F"), ("/a b\"<>", "/a%20b%22%3C%3E"),
        ("/ö", "/%C3%B6"),
    ])
    func `only what no address may contain is escaped`(_ target: String, _ escaped: String) {
        #expect(PercentCoding.escapeIllegal(in: target) == escaped)
    }
}
