import Testing

@testable import Transport

struct SocketAddressTests {
    @Test(arguments: [
        ("192.0.2.1", "192.0.2.1", "192.0.2.1:80"), ("::", "::", "[::]:80"),
        ("2001:DB8:0:0::1", "2001:db8::1", "[2001:db8::1]:80"),
        ("::ffff:192.0.2.1", "192.0.2.1", "192.0.2.1:80"), ("0.0.0.0", "0.0.0.0", "0.0.0.0:80"),
    ])
    func `writes addresses in their shortest form`(
        ip: String, host: String, description: String
    ) throws {
        let address = try #require(SocketAddress(ip: ip, port: 80))
        #expect(address.host == host)
        #expect(address.description == description)
        #expect(SocketAddress(ip: host, port: 80) == address)
    }

    @Test(arguments: ["", "localhost", "1.2.3", "1.2.3.256", "::1%lo", "[::1]", "1.2.3.4\0", ":::"])
    func `refuses a text that is not an address`(ip: String) {
        #expect(SocketAddress(ip: ip, port: 80) == nil)
    }

    @Test(arguments: [-1, 65_536, Int.min, Int.max])
    func `ports are 0 to 65535`(port: Int) {
        #expect(SocketAddress(ip: "::1", port: port) == nil)
    }

    @Test(arguments: [
        ("127.0.0.1", true), ("127.9.9.9", true), ("::1", true), ("::ffff:127.0.0.1", true),
        ("128.0.0.1", false), ("::2", false), ("::", false), ("0.0.0.0", false),
        ("0.0.0.1", false), ("2001:db8::1", false),
    ])
    func `recognizes loopback addresses`(ip: String, isLoopback: Bool) {
        #expect(SocketAddress(ip: ip, port: 1)?.isLoopback == isLoopback)
    }
}
