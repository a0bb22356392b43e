import TestSupport
import Testing

@testable import Server

/// The address at which other devices reach a hub.
@Suite struct OutsideAddressTests {
    private func address(
        given: String? = nil, host: String? = nil, own: [String] = ["192.0.2.7", "198.51.100.9"]
    ) -> OutsideAddress {
        OutsideAddress(given: given, listeningHost: host, ownAddresses: { own })
    }

    @Test(arguments: [nil, "*", "::", "0.0.0.0"])
    func `a hub that listens everywhere uses the machine's address`(host: String?) {
        let address = address(host: host)
        expectEqual(address.origin(isSecure: false, port: 8080), "http://192.0.2.7:8080")
        expectEqual(address.origin(isSecure: false, port: 80), "http://192.0.2.7")
        expectEqual(address.origin(isSecure: true, port: 443), "https://192.0.2.7")
    }

    @Test(arguments: ["0.0.0.0", "::", "::ffff:127.0.0.1", "0:0:0:0:0:0:0:0"])
    func `an unspecified address leads a machine to itself`(host: String) {
        #expect(OutsideAddress.isThisMachine(host))
        let authority = host.contains(":") ? "[\(host)]:9302" : "\(host):9302"
        let origin = address().origin(askedAs: authority, isSecure: false, names: [])
        expectEqual(origin, "http://192.0.2.7:9302")
    }

    @Test(
        arguments: [
            "localhost", "LOCALHOST", "hub.localhost", "localhost.", "Hub.LocalHost.", "127.0.0.1",
            "127.3.2.1", "::1",
        ])
    func `no other device reaches a hub on the loopback alone`(host: String) {
        expectNil(address(host: host).origin(isSecure: false, port: 8080))
        #expect(OutsideAddress.isThisMachine(host))
    }

    @Test func `recognizes hubs that only their own machine reaches`() {
        #expect(OutsideAddress.isReachableOnlyLocally("127.0.0.1"))
        #expect(OutsideAddress.isReachableOnlyLocally("localhost"))
        for host in [nil, "0.0.0.0", "::", "*", "192.0.2.7"] {
            #expect(!OutsideAddress.isReachableOnlyLocally(host))
        }
    }

    @Test func `no other device reaches the hub without a network`() {
        expectNil(address(own: []).origin(isSecure: false, port: 8080))
    }

    @Test func `a hub on one address uses that address`() {
        expectEqual(
            address(host: "192.0.2.9").origin(isSecure: false, port: 80), "http://192.0.2.9")
        expectEqual(
            address(host: "2001:db8::7").origin(isSecure: false, port: 8080),
            "http://[2001:db8::7]:8080")
    }

    @Test func `the operator's address takes precedence`() {
        let address = address(given: "https://hub.example/", host: "127.0.0.1")
        expectEqual(address.origin(isSecure: false, port: 8080), "https://hub.example")
        let asked = address.origin(askedAs: "192.0.2.7:8080", isSecure: false, names: [])
        expectEqual(asked, "https://hub.example")
    }

    @Test func `uses an address from the certificate under TLS`() {
        for (names, host) in [
            (["localhost", "198.51.100.9"], "198.51.100.9"),
            (["localhost", "*.example", "hub.example"], "hub.example"),
            (["localhost"], "192.0.2.7"),
        ] {
            let origin = address().origin(isSecure: true, port: 8443, names: names)
            expectEqual(origin, "https://\(host):8443")
        }
    }

    @Test(
        arguments: [
            ("localhost:9000", "http://192.0.2.7:9000"), ("127.0.0.1", "http://192.0.2.7"),
            ("[::1]:8080", "http://192.0.2.7:8080"), ("[::1]", "http://192.0.2.7"),
            ("hub.local:8080", "http://hub.local:8080"),
            ("[2001:db8::7]:81", "http://[2001:db8::7]:81"),
        ]
    )
    func `replaces a request's local authority by the machine's address`(
        authority: String, origin: String
    ) {
        expectEqual(address().origin(askedAs: authority, isSecure: false, names: []), origin)
    }
}
