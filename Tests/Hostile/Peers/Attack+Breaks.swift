extension Attack {
    /// Connections that are reset, each at a different point.
    public static let resets = Attack(
        name: "resets at every state", peerCount: 2_000, memoryMebibytesMax: 48
    ) { bytes in
        let subscribe = HostileBytes.text(#"{"type":"subscribe","view":"waitlist/display"}"#)
        let upgraded: [PeerPlan.Step] = [.send(bytes.upgrade), .awaitHead]
        let body = bytes.request("POST /v1/main/mutations", ["Content-Length: 60000"])
        let states: [(String, [PeerPlan.Step])] = [
            ("connected", []),
            ("in a head", [.send(bytes.head("GET /"))]),
            ("asked", [.send(bytes.request("GET /"))]),
            ("answered", [.send(bytes.request("GET /")), .awaitHead]),
            ("asked much", [.send(HostileBytes.repeated(bytes.request("GET /"), times: 20))]),
            ("in a body", [.send(body + [UInt8(ascii: "{")])]),
            ("upgrading", [.send(bytes.upgrade)]),
            ("upgraded", upgraded),
            ("in a frame's head", upgraded + [.send([0x81, 0xFE, 1])]),
            ("in a message", upgraded + [.send(Array(subscribe.dropLast()))]),
            ("in a fragment", upgraded + [.send(HostileBytes.frame(0x01, [0x7B]))]),
            ("subscribed", upgraded + [.send(subscribe)]),
            ("closing", upgraded + [.send(HostileBytes.frame(0x88, [3, 0xE8]))]),
        ]
        return states.map { name, steps in
            PeerPlan("broken off, \(name)", steps + [.reset], gets: [.left])
        }
    }

    /// Requests and WebSockets from pages of other sites, to which browsers add the cookie.
    public static let crossSite = Attack(
        name: "cross-site WebSockets", peerCount: 500, memoryMebibytesMax: 32
    ) { bytes in
        let cookie = "Cookie: tablecast=\(bytes.token)"
        let bearer = "Authorization: Bearer \(bytes.token)"
        let origins: [(String, [String])] = [
            ("another site", [cookie, "Origin: https://evil.example"]),
            ("no site", [cookie]), ("a sandbox", [cookie, "Origin: null"]),
            ("another port", [cookie, "Origin: http://127.0.0.1:1"]),
            ("a site with a token", [bearer, "Origin: https://evil.example"]),
            ("a look-alike", [cookie, "Origin: http://127.0.0.1:\(bytes.port).evil.example"]),
        ]
        return origins.map { name, fields in
            PeerPlan(
                "from \(name)", [.send(bytes.upgrade(fields)), .awaitHead, .reset],
                gets: [.status(403)])
        }
    }
}
