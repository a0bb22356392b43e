import HTTP
import Testing

@Suite struct NegotiationTests {
    /// The example of RFC 9110 section 12.5.1.
    @Test(arguments: [
        ("text/plain;format=flowed", 1.0), ("text/plain", 0.7), ("text/html", 0.3),
        ("image/jpeg", 0.5), ("text/plain; format=fixed", 0.4), ("text/html;level=3", 0.3),
    ])
    func `the most specific range counts`(_ type: String, _ quality: Double) {
        let accepted = AcceptedTypes(
            "text/*;q=0.3, text/plain;q=0.7, text/plain;format=flowed, "
                + "text/plain;format=fixed;q=0.4, */*;q=0.5")
        #expect(accepted.quality(ofType: type) == quality)
    }

    @Test func `a request without Accept accepts every type`() {
        #expect(AcceptedTypes(nil).quality(ofType: "text/html") == 1)
    }

    @Test func `an empty Accept accepts no type`() {
        #expect(AcceptedTypes("").quality(ofType: "text/html") == 0)
        #expect(AcceptedTypes(nil).quality(ofType: "") == 1)
        #expect(AcceptedTypes("*/*").quality(ofType: "") == 0)
    }

    @Test func `a browser prefers HTML`() {
        let accepted = AcceptedTypes(
            "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8")
        #expect(accepted.quality(ofType: "text/html") == 1)
        #expect(accepted.quality(ofType: "application/problem+json") == 0.8)
    }

    @Test func `compares types and quoted parameters without regard to case`() {
        let accepted = AcceptedTypes("Text/HTML;Charset=\"UTF-8\";q=0.5;ext=1, text/x;q=0")
        #expect(accepted.quality(ofType: "text/html; charset=utf-8") == 0.5)
        #expect(accepted.quality(ofType: "text/html") == 0)
        #expect(accepted.quality(ofType: "text/x") == 0)
        #expect(AcceptedTypes("a/b;c=\"d,e;f\\\"g\", x/y").quality(ofType: "x/y") == 1)
    }

    @Test(arguments: [
        "text/html;q=2", "text/html;q=1.001", "text/html;q=0.1234", "text/html;q=-1",
        "text/html;q=", "text/html;q=.5", "text/html;q=0,5", "text/html;q=0.x", "text/html;level",
        "text/html;q=1x", "htm", "*/html", ";q=1", ",,", "text",
    ])
    func `ignores a malformed element`(_ value: String) {
        #expect(AcceptedTypes(value).quality(ofType: "text/html") == 0)
    }

    @Test(arguments: [
        ("gzip", 1.0, 0.001), ("gzip, deflate, br", 1, 0.001), ("GZip;Q=0.5", 0.5, 0.001),
        ("x-gzip", 1, 0.001), ("*", 1, 1), ("*;q=0.2, gzip;q=0", 0, 0.2), ("br", 0, 0.001),
        ("gzip;q=0", 0, 0.001), ("", 0, 0.001), ("identity;q=0, gzip;q=0.001", 0.001, 0),
        ("*;q=0", 0, 0), ("gzip; q=1.000 , identity;q=0.5", 1, 0.5), ("gzip;q=1.", 1, 0.001),
        ("gzip;q=x", 0, 0.001),
    ])
    func `codings have the qualities of the RFC`(
        _ value: String, _ gzip: Double, _ identity: Double
    ) {
        let accepted = AcceptedCodings(value)
        #expect(accepted.quality(of: "gzip") == gzip)
        #expect(accepted.quality(of: "Identity") == identity)
        #expect(accepted.prefers("gzip") == (gzip > 0 && gzip >= identity))
    }

    @Test func `ignores elements beyond a reasonable number`() {
        let many = String(repeating: "a/b, ", count: 31) + "text/html, text/plain"
        #expect(AcceptedTypes(many).quality(ofType: "text/html") == 1)
        #expect(AcceptedTypes(many).quality(ofType: "text/plain") == 0)
        // An element that is cut off is ignored.
        let long = "text/html, a/" + String(repeating: "b", count: 2_100) + ", text/plain"
        #expect(AcceptedTypes(long).quality(ofType: "text/html") == 1)
        #expect(AcceptedTypes(long).quality(ofType: "text/plain") == 0)
        #expect(AcceptedTypes(long).quality(ofType: "a/b") == 0)
        let parameters = String(repeating: ";a=b", count: 20)
        #expect(AcceptedTypes("text/html" + parameters + ";q=0").quality(ofType: "text/html") == 0)
    }

    @Test func `a request without Accept-Encoding gets no coding`() {
        #expect(AcceptedCodings(nil).quality(of: "gzip") == 0)
        #expect(AcceptedCodings(nil).quality(of: "identity") > 0)
    }
}
