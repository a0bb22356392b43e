import Testing

@testable import HTTP

/// `Accept-Language` (RFC 9110, section 12.5.4; RFC 4647, section 3.4).
@Suite struct AcceptedLanguagesTests {
    @Test(
        arguments: [
            ("de", "de"),
            ("de-AT", "de"),
            ("DE-at;q=0.5, fr;q=0.8", "fr"),
            ("es, it;q=0.9, en;q=0.8", "it"),
            ("it;q=0, *", "en"),
            ("*;q=0.5, de;q=0.1", "en"),
            // With equal quality, the first supported tag wins.
            ("fr, de", "de"),
            ("pt-BR, pt;q=0.9", nil),
            ("den", nil),
            ("en;q=0", nil),
            ("en;q=much, de;q=0.1", "de"),
            ("", nil),
            (nil, nil),
        ] as [(String?, String?)])
    func `chooses the language with the highest quality`(field: String?, best: String?) {
        #expect(AcceptedLanguages(field).best(of: ["en", "de", "fr", "it"]) == best)
    }
}
