import Testing

@testable import SignIn
@testable import Transport

/// The screens that get codes when many want one.
@Suite struct PairingCodesTests {
    private static func network(_ ip: String) throws -> NetworkPrefix {
        NetworkPrefix(try #require(SocketAddress(ip: ip, port: 1)))
    }

    /// Returns a network that differs from others in the last number before the interface.
    private static func network(_ index: Int) throws -> NetworkPrefix {
        try network("2001:db8:0:\(String(index, radix: 16))::1")
    }

    @Test func `a network has at most four codes, whatever its addresses`() throws {
        var codes = PairingCodes<Int>()
        func hasCode(_ ip: String) throws -> Bool {
            codes.add(1, of: try Self.network(ip)) != nil
        }
        for index in 1...4 { #expect(try hasCode("2001:db8::\(index)")) }
        #expect(try !hasCode("2001:db8::ffff"))
        #expect(!codes.hasRoom(for: try Self.network("2001:db8::ffff")))
        #expect(try hasCode("2001:db8:0:1::5"))
        #expect(try hasCode("192.0.2.1"))
    }

    @Test func `another screen of the network can use a released code`() throws {
        var codes = PairingCodes<Int>()
        let network = try Self.network("192.0.2.1")
        let shown = (1...4).compactMap { codes.add($0, of: network)?.code }
        #expect(Set(shown).count == 4)
        let removed = shown.map { codes.remove($0) }
        #expect(removed == [1, 2, 3, 4])
        #expect(!codes.contains(shown[2]))
        let again = codes.remove(shown[2])
        #expect(again == nil)
        #expect(codes.hasRoom(for: network))
    }

    @Test func `displaces the oldest code of the network with the most`() throws {
        var codes = PairingCodes<Int>()
        var screen = 0
        func add(_ network: NetworkPrefix) throws -> Int? {
            screen += 1
            let added = codes.add(screen, of: network)
            return try #require(added).displaced
        }
        // The first screen is alone in its network; a stranger has all other codes.
        #expect(try add(Self.network(0)) == nil)
        for index in 1...63 { for _ in 1...4 { #expect(try add(Self.network(index)) == nil) } }
        for _ in 1...3 { #expect(try add(Self.network(64)) == nil) }
        #expect(screen == 256)
        // Each new screen displaces one of the stranger's codes, even for the stranger.
        #expect(try add(Self.network(65)) == 2)
        #expect(try add(Self.network(64)) == 6)
        #expect(try add(Self.network(66)) == 10)
    }

    @Test func `displaces the oldest code of all if networks have equally many`() throws {
        var codes = PairingCodes<Int>()
        for index in 0..<256 { _ = codes.add(index, of: try Self.network(index)) }
        let first = codes.add(256, of: try Self.network(256))
        #expect(first?.displaced == 0)
        // The network with two codes now has the most.
        let second = codes.add(257, of: try Self.network(9))
        #expect(second?.displaced == 9)
    }
}
