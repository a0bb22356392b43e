import Destinations
import Testing

@Suite struct OwnAddressTests {
    @Test(arguments: [
        (nil, "http://127.0.0.1:8080"), ("0.0.0.0", "http://127.0.0.1:8080"),
        ("*", "http://127.0.0.1:8080"),
        ("localhost", "http://127.0.0.1:8080"), ("::", "http://127.0.0.1:8080"),
        ("192.0.2.7", "http://192.0.2.7:8080"), ("fd00::7", "http://[fd00::7]:8080"),
        ("hub.local", "http://hub.local:8080"),
    ])
    func `a hub is reached where it listens`(host: String?, origin: String) {
        let address = OwnAddress(listeningHost: host, port: 8080)
        #expect(address.origin == origin)
        #expect(address.certificatePath == nil && address.resolvedName == nil)
    }

    @Test(arguments: [
        (["hub.example", "other.example"], "https://hub.example:443", "hub.example:443:127.0.0.1"),
        (["*.example"], "https://hub.example:443", "hub.example:443:127.0.0.1"),
        (["127.0.0.1"], "https://127.0.0.1:443", nil), ([], "https://127.0.0.1:443", nil),
    ])
    func `with a certificate it is called as the certificate says, and found without a look-up`(
        names: [String], origin: String, resolvedName: String?
    ) {
        let address = OwnAddress(
            listeningHost: nil, port: 443, certificate: (path: "hub.pem", names: names))
        #expect(address.origin == origin)
        #expect(address.certificatePath == "hub.pem")
        #expect(address.resolvedName == resolvedName)
    }
}
