import Testing

@testable import Mail

@Suite struct MailAddressTests {
    @Test(arguments: [
        "ada@example.com", "ada.lovelace+tables@mail.example.co.uk", "o'neil@example.org",
        "_@localhost", "a@1.example", "{ada}@example.com",
    ])
    func `an address is taken as it is`(text: String) throws {
        let address = try #require(MailAddress(text))
        #expect(address.text == text)
        #expect(address.domain == text.split(separator: "@").last.map(String.init))
    }

    @Test(arguments: [
        "", "ada", "@example.com", "ada@", "ada@@example.com", "ada@b@example.com",
        ".ada@example.com", "ada.@example.com", "a..da@example.com", "ada lovelace@example.com",
        "ada@example.com>\r\nRCPT TO:<eve@example.com", "ada@example.com\0", "<ada@example.com>",
        "ada@-example.com", "ada@example-.com", "ada@example..com", "ada@[192.0.2.1]",
        "\"ada\"@example.com", "zoë@example.com", "ada@exämple.com", "ada,eve@example.com",
    ])
    func `what could be something else in a command or a header is no address`(text: String) {
        #expect(MailAddress(text) == nil)
    }

    @Test func `its length is that of the standard`() {
        let label = String(repeating: "a", count: 63)
        #expect(MailAddress("\(label)a@example.com") != nil)
        #expect(MailAddress("\(label)aa@example.com") == nil)
        #expect(MailAddress("ada@\(label).com") != nil)
        #expect(MailAddress("ada@\(label)a.com") == nil)
        let domain = [label, label, label, String(repeating: "b", count: 58)]
            .joined(separator: ".")
        #expect(MailAddress("ada@\(domain)") != nil)
        #expect(MailAddress("ada@b\(domain)") == nil)
    }
}
