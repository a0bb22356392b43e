import Client
import Testing

struct HubAddressTests {
    @Test(arguments: [
        ("http://localhost:8080", "localhost", 8080, "localhost:8080"),
        ("http://localhost", "localhost", 80, "localhost"),
        ("HTTP://hub.example:80/", "hub.example", 80, "hub.example"),
        ("http://192.0.2.1:1", "192.0.2.1", 1, "192.0.2.1:1"),
        ("http://[::1]:8080", "::1", 8080, "[::1]:8080"),
        ("http://[2001:db8::7]/", "2001:db8::7", 80, "[2001:db8::7]"),
        ("http://[::ffff:192.0.2.1]:65535", "::ffff:192.0.2.1", 65_535, "[::ffff:192.0.2.1]:65535"),
    ])
    func `reads an address into host and port`(
        text: String, host: String, port: Int, authority: String
    ) throws {
        let address = try HubAddress(text)
        #expect(address.host == host)
        #expect(address.port == port)
        #expect(address.authority == authority)
    }

    @Test(arguments: [
        ("https://hub.example", 443, "hub.example"),
        ("HTTPS://hub.example:443/", 443, "hub.example"),
        ("https://hub.example:80", 80, "hub.example:80"),
        ("https://[::1]:8443", 8443, "[::1]:8443"),
    ])
    func `an https address has its own default port, and can be read back`(
        text: String, port: Int, authority: String
    ) throws {
        let address = try HubAddress(text)
        #expect(address.isSecure)
        #expect(address.port == port)
        #expect(address.authority == authority)
        #expect(address.description == "https://\(authority)")
        #expect(try HubAddress(address.description) == address)
    }

    @Test(arguments: [
        ("", "http://"), ("localhost:8080", "http://"), ("ws://localhost", "http://"),
        ("wss://localhost", "https://"), ("ftp://localhost", "https://"),
        ("http://", "no host"), ("http://:80", "no host"),
        ("http://me:secret@localhost", "user or a password"),
        ("http://localhost/v1/main", "after the host"), ("http://localhost//", "after the host"),
        ("http://localhost?x=1", "after the host"), ("http://localhost#x", "after the host"),
        ("http://localhost:", "from 1 to 65535"), ("http://localhost:0", "from 1 to 65535"),
        ("http://localhost:65536", "from 1 to 65535"), ("http://localhost:+80", "from 1 to 65535"),
        ("http://localhost:99999999999999999999", "from 1 to 65535"),
        ("http://::1:8080", "in brackets"), ("http://[::1", "not closed"),
        ("http://[::1]8080", "follow the brackets"), ("http://[local]:80", "not an IPv6 address"),
        ("http://[]", "not an IPv6 address"), ("http://local host", "character"),
        ("http://bücher.example", "character"), ("http://a\r\nb", "character"),
    ])
    func `refuses an invalid address, and says what to write`(text: String, words: String) {
        #expect {
            try HubAddress(text)
        } throws: { error in
            let description = String(describing: error)
            return description.contains(words) && !description.contains("secret")
        }
    }
}
