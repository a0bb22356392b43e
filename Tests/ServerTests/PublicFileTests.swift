import BoardKit
import Foundation
import Glibc
import Limits
import ShippedBoards
import Sync
import TestSupport
import Testing

@testable import Pages
@testable import Server

/// The folder `Public`, which no path leaves.
@Suite final class PublicFileTests {
    private let folder = LiveHub.newFolder()
    private let hub: LiveHub

    init() throws {
        let files = [
            "Public/index.html": "<!doctype html><p>front</p>",
            "Public/problem/index.html": "<!doctype html><p>problem</p>",
            "Public/deep/er/index.html": "<!doctype html><p>deep</p>",
            "Public/style.css": String(repeating: "a { color: red } ", count: 100),
            "Public/app.js": "1", "Public/data.json": "{}", "Public/plain.txt": "p",
            "Public/picture.svg": "<svg/>", "Public/picture.png": "png", "Public/font.woff2": "f",
            "Public/app.webmanifest": "{}", "Public/unknown.xyz": "?", "Public/none": "?",
            "Public/.hidden": "secret", "Public/.git/config": "secret",
            "Public/naïve name.txt": "name", "Public/empty/.keep": "", "secret.txt": "secret",
            "Public2/index.html": "secret",
        ]
        for (path, content) in files {
            let url = URL(fileURLWithPath: folder).appendingPathComponent(path)
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(content.utf8).write(to: url)
        }
        for (link, target) in [
            ("link.txt", "../secret.txt"), ("up", ".."), ("self", "."), ("inner.txt", "plain.txt"),
        ] {
            try FileManager.default.createSymbolicLink(
                atPath: "\(folder)/Public/\(link)", withDestinationPath: target)
        }
        mkfifo("\(folder)/Public/pipe.txt", 0o600)
        hub = try LiveHub(publicFolder: "\(folder)/Public")
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    @Test func `closes a client that does not read a long file`() throws {
        // The file is longer than the system buffers for a peer that doesn't read.
        let url = URL(fileURLWithPath: "\(folder)/Public/film.bin")
        try Data(count: 16 * 1_048_576).write(to: url)
        var limits = LiveHub.tirelessPeers
        limits[.progressSeconds] = 1
        let hub = try LiveHub(publicFolder: "\(folder)/Public", limits: limits)
        let connection = try RawConnection(hub)
        connection.keepLittle()
        try connection.send(hub.request("GET", "/film.bin"))
        #expect(connection.awaitHangUp())
        try expectEqual(hub.get("/healthz").status, 200)
    }

    @Test(arguments: BoardDescription.paths(of: .shipped))
    func `serves descriptions of the boards with their type and a tag`(file: String) throws {
        let hub = try LiveHub()
        let path = "/\(file)"
        let answer = try hub.get(path)
        expectEqual(answer.status, 200)
        expectEqual(answer.text, BoardDescription(of: .shipped).text(of: file))
        let tag = try #require(answer["etag"])
        try expectEqual(hub.get(path, as: nil, ["If-None-Match": tag]).status, 304)
        try expectEqual(hub.get(path)["etag"], tag)
    }

    @Test func `serves a file unchanged, with its type and a tag`() throws {
        for (path, type) in [
            ("/style.css", "text/css; charset=utf-8"),
            ("/app.js", "text/javascript; charset=utf-8"),
            ("/index.html", "text/html; charset=utf-8"), ("/data.json", "application/json"),
            ("/plain.txt", "text/plain; charset=utf-8"), ("/picture.svg", "image/svg+xml"),
            ("/picture.png", "image/png"), ("/font.woff2", "font/woff2"),
            ("/app.webmanifest", "application/manifest+json"),
            ("/unknown.xyz", "application/octet-stream"), ("/none", "application/octet-stream"),
            ("/na%C3%AFve%20name.txt", "text/plain; charset=utf-8"),
        ] {
            let answer = try hub.get(path)
            expectEqual(answer.status, 200, "\(path)")
            expectEqual(answer["content-type"], type)
            expectEqual(answer["etag"]?.hasPrefix("\""), true)
            expectEqual(answer["x-content-type-options"], "nosniff")
        }
        try expectEqual(hub.get("/plain.txt").text, "p")
        try expectEqual(hub.get("/plain.txt?v=2").text, "p")
    }

    @Test func `serves fonts from their folder, and works without it`() throws {
        let fonts = "\(folder)/fonts"
        try FileManager.default.createDirectory(
            atPath: fonts, withIntermediateDirectories: true)
        try Data("letters".utf8).write(to: URL(fileURLWithPath: "\(fonts)/inter-400.woff2"))
        try Data("licence".utf8).write(to: URL(fileURLWithPath: "\(fonts)/inter.txt"))
        let hub = try LiveHub(changing: { $0.fontsFolder = fonts })
        let path = "/vendor/fonts/inter-400.woff2"
        let font = try hub.get(path)
        expectEqual(font.text, "letters")
        expectEqual(font["content-type"], "font/woff2")
        let tag = try #require(font["etag"])
        try expectEqual(hub.get(path, as: nil, ["If-None-Match": tag]).status, 304)
        try expectEqual(hub.get("/vendor/fonts/inter.txt").text, "licence")
        let bare = try LiveHub(changing: { $0.fontsFolder = "\(self.folder)/nowhere" })
        try expectEqual(bare.get(path).status, 404)
        try expectEqual(bare.get("/").status, 200)
    }

    @Test func `serves a folder's index for the folder`() throws {
        #expect(try hub.get("/").text.contains("front"))
        #expect(try hub.get("/deep/er").text.contains("deep"))
        #expect(try hub.get("/deep/er/").text.contains("deep"))
        try expectEqual(hub.get("/deep").status, 404)
        try expectEqual(hub.get("/empty/").status, 404)
    }

    @Test func `returns 304 for If-None-Match until the file changes`() throws {
        let tag = try #require(try hub.get("/plain.txt")["etag"])
        let same = try hub.get("/plain.txt", as: nil, ["If-None-Match": "\"x\", W/\(tag)"])
        expectEqual(same.status, 304)
        expectEqual(same["etag"], tag)
        #expect(same.body.isEmpty)
        try Data("another".utf8).write(to: URL(fileURLWithPath: "\(folder)/Public/plain.txt"))
        let changed = try hub.get("/plain.txt", as: nil, ["If-None-Match": tag])
        expectEqual(changed.status, 200)
        expectEqual(changed.text, "another")
    }

    /// RFC 9110, section 13.1.1.
    @Test func `serves only the version that If-Match names`() throws {
        let tag = try #require(try hub.get("/plain.txt")["etag"])
        for field in [tag, "\"x\", \(tag)", "*"] {
            let fields = ["If-Match": field]
            try expectEqual(hub.get("/plain.txt", as: nil, fields).status, 200)
            let both = try hub.get(
                "/plain.txt", as: nil, fields.merging(["If-None-Match": tag]) { $1 })
            expectEqual(both.status, 304)
        }
        for field in ["\"x\"", "W/\(tag)", ""] {
            let answer = try hub.get("/plain.txt", as: nil, ["If-Match": field])
            expectEqual(answer.status, 412)
            expectEqual(answer["etag"], tag)
        }
    }

    @Test func `sends gzip to clients that accept it, with its own tag`() throws {
        let plain = try hub.get("/style.css")
        expectNil(plain["content-encoding"])
        expectEqual(plain["vary"], "Accept-Encoding")
        for field in ["gzip", "br, gzip;q=0.5", "*"] {
            let answer = try hub.get("/style.css", as: nil, ["Accept-Encoding": field])
            expectEqual(answer["content-encoding"], "gzip")
            #expect(answer.body.starts(with: [0x1F, 0x8B]))
            #expect(answer.body.count < plain.body.count / 4)
            #expect(answer["etag"] != plain["etag"])
            let tag = try #require(answer["etag"])
            let again = try hub.get(
                "/style.css", as: nil, ["Accept-Encoding": field, "If-None-Match": tag])
            expectEqual(again.status, 304)
            try expectEqual(hub.get("/style.css", as: nil, ["If-None-Match": tag]).status, 200)
        }
        for field in ["identity", "gzip;q=0", "br", "", "identity;q=1, gzip;q=0.5"] {
            let answer = try hub.get("/style.css", as: nil, ["Accept-Encoding": field])
            expectNil(answer["content-encoding"])
        }
        let picture = try hub.get("/picture.png", as: nil, ["Accept-Encoding": "gzip"])
        expectNil(picture["content-encoding"])
    }

    @Test(arguments: [
        "/../secret.txt", "/..%2fsecret.txt", "/%2e%2e/secret.txt", "/%2e%2e%2fsecret.txt",
        "/%2E%2E%2Fsecret.txt", "/deep/../../secret.txt", "/deep/%2e%2e/%2e%2e/secret.txt",
        "/..\\secret.txt", "/..%5csecret.txt", "/%252e%252e/secret.txt", "//etc/passwd",
        "/%2fetc/passwd", "/etc/passwd", "/../Public2/index.html", "/plain.txt%00.png",
        "/%00", "/link.txt", "/up/secret.txt", "/up/Public/plain.txt", "/self/plain.txt",
        "/inner.txt", "/.hidden", "/.git/config", "/%2ehidden", "/deep/./er/index.html", "/.",
        "/..", "/plain.txt/", "/plain.txt/x", "/pipe.txt", "/%ff", "/%", "/%zz", "/error.html/..",
        "/deep//er/index.html", "/index.html%20", "/INDEX.HTML", "/~root", "/…",
    ])
    func `no path leads out of the folder`(path: String) throws {
        let answer = try hub.get(path)
        #expect([400, 404].contains(answer.status))
        #expect(!answer.text.contains("secret"))
        #expect(!answer.text.contains("root:"))
    }

    @Test func `reads an absolute target as its path`() throws {
        try expectEqual(hub.get("http://\(hub.authority)/plain.txt").text, "p")
        try expectEqual(hub.get("http://\(hub.authority)/../secret.txt").status, 404)
    }

    @Test func `a problem's page repeats nothing of the request`() throws {
        let answer = try hub.get(
            "/%3Cscript%3Ealert(1)%3C/script%3E", as: nil, ["Accept": "text/html"])
        expectEqual(answer.status, 404)
        expectEqual(answer.text, "<!doctype html><p>problem</p>")
    }

    @Test func `a changed script gets another version, and pages lead to it`() throws {
        try Data("<script src=\"/app.js\"></script>".utf8)
            .write(to: URL(fileURLWithPath: "\(folder)/Public/page.html"))
        func address() throws -> String {
            let page = try hub.get("/page.html")
            return String(try #require(page.text.firstMatch(of: /src="([^"]+)"/)?.1))
        }
        let old = try address()
        try expectEqual(hub.get(old).text, "1")
        let script = "/** Two\n * lines. */\nlet one = 1; // one\n  // a line\n/** a */ f(one);\n"
        try Data(script.utf8).write(to: URL(fileURLWithPath: "\(folder)/Public/app.js"))
        // Lines keep their numbers.
        let bare = "\n\nlet one = 1; // one\n\n/** a */ f(one);\n"
        try expectEqual(hub.get(try address()).text, bare)
        try expectEqual(hub.get("/app.js").text, script)
        try Data("another".utf8).write(to: URL(fileURLWithPath: "\(folder)/Public/app.js"))
        let new = try address()
        #expect(new != old)
        try expectEqual(hub.get(new).text, "another")
        try expectEqual(hub.get(old).status, 404)
    }
}
