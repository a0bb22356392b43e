import Destinations
import Foundation
import Glibc
import JSON
import TestSupport
import Testing

/// Which addresses may be called, and how they are spelled: Tests/Vectors/destinations.json.
@Suite struct DestinationTests {
    private static let vectors = (try? VectorFile.load("destinations")) ?? .null

    private static func cases(_ name: String) -> [JSON] { vectors[name]?.elements ?? [] }

    private func bytes(of text: String) throws -> [UInt8] {
        var v4 = in_addr()
        if inet_pton(AF_INET, text, &v4) == 1 { return withUnsafeBytes(of: v4, Array.init) }
        var v6 = in6_addr()
        try #require(inet_pton(AF_INET6, text, &v6) == 1, "\(text)")
        return withUnsafeBytes(of: v6, Array.init)
    }

    @Test(arguments: [
        ("global", AddressReach.global), ("local", .local), ("none", .none),
    ])
    func `every address reaches as far as the registries say`(
        name: String, reach: AddressReach
    ) throws {
        let addresses = try #require(Self.vectors["reach"]?[name]?.elements)
        for address in addresses.compactMap(\.text) {
            #expect(AddressReach(of: try bytes(of: address)) == reach, "\(address)")
        }
        #expect(addresses.count > 20)
    }

    @Test func `what is no address reaches nowhere`() {
        for count in [0, 3, 5, 15, 17] {
            #expect(AddressReach(of: [UInt8](repeating: 1, count: count)) == .none)
        }
    }

    @Test(arguments: DestinationTests.cases("taken"))
    func `a plain address is read as every other reader does`(vector: JSON) throws {
        let destination = try Destination(#require(vector["text"]?.text))
        #expect(destination.origin == vector["origin"]?.text)
        #expect(destination.host == vector["host"]?.text)
        #expect(destination.port == vector["port"]?.integer)
        #expect(destination.path == vector["path"]?.text)
    }

    @Test(arguments: DestinationTests.cases("refused"))
    func `an odd spelling is refused with what to write, and not repeated`(vector: JSON) throws {
        let text = try #require(vector["text"]?.text)
        let words = try #require(vector["says"]?.text)
        #expect {
            try Destination(text)
        } throws: { error in
            let description = String(describing: error)
            return description.contains(words) && !description.contains("s3cret")
        }
    }

    @Test func `another place on the same server is named by a legal path`() throws {
        let server = try Destination("https://example.org:8443/start")
        let place = try #require(server.at("/a/%C3%A4?b=" + String(repeating: "c", count: 7000)))
        #expect(place.origin == server.origin && place.port == 8443)
        for path in ["", "a", "/a b", "/a#b", "/a\\b", "/ä", "/a\r\nb"] {
            #expect(server.at(path) == nil)
        }
        #expect(server.at("/" + String(repeating: "a", count: 8000)) == nil)
    }
}
