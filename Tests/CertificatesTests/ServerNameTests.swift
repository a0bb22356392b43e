import Testing
import Transport

@testable import Certificates

struct ServerNameTests {
    @Test(arguments: [
        ("Hub.Local", "hub.local", false), ("localhost", "localhost", false),
        ("a-b.c1", "a-b.c1", false), ("3com.com", "3com.com", false),
        ("xn--kche-0ra.example", "xn--kche-0ra.example", false),
        ("192.0.2.1", "192.0.2.1", true), ("2001:DB8::1", "2001:db8::1", true),
        ("::ffff:192.0.2.1", "192.0.2.1", true),
    ])
    func `names and addresses are taken in one form`(
        typed: String, text: String, isAddress: Bool
    ) throws {
        let name = try ServerName(typed)
        #expect(name.text == text)
        #expect(name.isAddress == isAddress)
    }

    @Test(arguments: [
        "", ".", "a..b", ".a", "a.", "-a", "a-", "a.-b", "a_b", "a b", "a,b", "a\n", "a\0b", "*.a",
        "k\u{fc}che", "300.1.2.3", "1.2.3", "a.7", "::1%lo", "[::1]", "a:80", "https://a",
        String(repeating: "a", count: 64),
        Array(repeating: "abc", count: 64).joined(separator: "."),
    ])
    func `what a certificate can't hold is refused`(typed: String) {
        #expect(throws: CertificateError.invalidName(typed)) { try ServerName(typed) }
    }

    @Test func `a machine is reached by its names and its addresses, each once`() throws {
        let addresses = ["192.0.2.7", "127.0.0.1"].compactMap { SocketAddress(ip: $0, port: 0) }
        let names = ServerName.names(hostName: "Kitchen.lan", addresses: addresses)
        #expect(
            names.map(\.text) == [
                "kitchen.lan", "kitchen", "kitchen.local", "localhost", "192.0.2.7", "127.0.0.1",
                "::1",
            ])
        let plain = ServerName.names(hostName: "kitchen_2", addresses: [])
        #expect(plain.map(\.text) == ["localhost", "127.0.0.1", "::1"])
        #expect(ServerName.names(hostName: nil, addresses: []) == plain)
        #expect(ServerName.ofThisMachine().contains(try ServerName("localhost")))
    }
}
