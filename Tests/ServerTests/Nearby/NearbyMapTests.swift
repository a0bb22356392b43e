import Credentials
import Foundation
import JSON
import Sync
import TestSupport
import Testing

@testable import Pages
@testable import Server

/// The hub's part in maps: the library, and a policy that allows another server's images.
@Suite final class NearbyMapTests {
    private let folder = LiveHub.newFolder()

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    private func hub(leaflet: String) throws -> LiveHub {
        try LiveHub(changing: { $0.leafletFolder = leaflet })
    }

    @Test func `serves the library from its folder, and nothing beside it`() throws {
        let library = URL(fileURLWithPath: folder).appendingPathComponent("library")
        let images = library.appendingPathComponent("images")
        try FileManager.default.createDirectory(at: images, withIntermediateDirectories: true)
        try Data("map".utf8).write(to: library.appendingPathComponent("leaflet.js"))
        try Data("png".utf8).write(to: images.appendingPathComponent("marker.png"))
        try Data("secret".utf8).write(
            to: URL(fileURLWithPath: folder).appendingPathComponent("secret.js"))
        let hub = try hub(leaflet: library.path)
        let script = try hub.get("/vendor/leaflet/leaflet.js")
        expectEqual(script.text, "map")
        expectEqual(script["content-type"], "text/javascript; charset=utf-8")
        try expectEqual(hub.get("/vendor/leaflet/images/marker.png")["content-type"], "image/png")
        for path in ["../secret.js", "%2e%2e/secret.js", "..%2fsecret.js", "", "other.js"] {
            #expect([400, 404].contains(try hub.get("/vendor/leaflet/\(path)").status))
        }
        // The file may change with an update of the package.
        try Data("newer map".utf8).write(to: library.appendingPathComponent("leaflet.js"))
        try expectEqual(hub.get("/vendor/leaflet/leaflet.js").text, "newer map")
    }

    @Test(.enabled(if: FileManager.default.fileExists(atPath: Leaflet.usualFolder)))
    func `serves Debian's package with its licence`() throws {
        let hub = try hub(leaflet: Leaflet.usualFolder)
        #expect(
            try hub.get("/vendor/leaflet/leaflet.js").text.contains(
                "JS library for interactive maps"))
        let licence = try hub.get("/vendor/leaflet/copyright")
        expectEqual(licence["content-type"], "text/plain; charset=utf-8")
        #expect(licence.text.contains("BSD-2-clause"))
        try expectEqual(hub.get("/vendor/leaflet/changelog.gz").status, 404)
    }

    @Test func `a hub without the folder starts, and has no library`() throws {
        let hub = try hub(leaflet: "\(folder)/nowhere")
        try expectEqual(hub.get("/vendor/leaflet/leaflet.js").status, 404)
        try expectEqual(hub.get("/").status, 200)
    }

    @Test func `only pages with a map allow the server of map images in their policy`()
        throws
    {
        let hub = try hub(leaflet: "\(folder)/nowhere")
        func policy(_ path: String) throws -> String {
            let cookie = ["Cookie": "tablecast=\(try hub.token(.host))"]
            return try hub.get(path, as: nil, cookie)["content-security-policy"] ?? ""
        }
        #expect(try policy("/nearby").contains("img-src 'self' data:;"))
        _ = try hub.connect(.owner).ask(
            RandomID.make(), "nearby.configure",
            ["tileUrl": "https://tiles.example.org:8443/osm/{z}/{x}/{y}.png?key=1"])
        let images = "img-src 'self' data: https://tiles.example.org:8443;"
        #expect(try policy("/nearby").contains(images))
        #expect(try policy("/nearby").contains("script-src 'self';"))
        for path in ["/host", "/nearby/display", "/css/base.css", "/v1/main/nearby/search?q="] {
            #expect(try !policy(path).contains("tiles.example.org"))
        }
    }

    @Test func `only this site's pages may ask for the browser's position`() throws {
        let hub = try hub(leaflet: "\(folder)/nowhere")
        try expectEqual(hub.get("/")["permissions-policy"]?.contains("geolocation=(self)"), true)
    }
}
