import Glibc
import JSON
import Locks
import TestSupport

extension Attack {
    /// Malicious calendar servers, which an owner connects again and again: one that asks for an
    /// endless pause, some that redirect, and one whose answer doesn't end.
    public static let calendarServers = Attack(
        name: "hostile calendar servers", peerCount: 20, connectsPerSecond: 20,
        memoryMebibytesMax: 96, eventsMax: nil
    ) { bytes in
        (0..<5).flatMap { peer in
            paths.map { path in
                let connects = (0..<10).map { number in
                    bytes.mutation(
                        "planner.connect",
                        #""kind":"caldav","user":"ada","password":"secret","allowPrivate":true,"#
                            + #""account":"\#(bytes.secrets[path] ?? "")","#
                            + #""url":"\#(bytes.secrets["server"] ?? "")/\#(path)/""#,
                        id: "\(path)-\(peer)-\(number)", as: "owner")
                }
                return bytes.conversation(
                    "connecting \(path)", connects, gets: [.ended, .status(429)])
            }
        }
    }.prepared { foothold in
        let leaks = foothold.leaks
        let elsewhere = TestServer { request, peer in
            if request.head.lowercased().contains("authorization:") {
                leaks.with { $0.append("a password came with \(request.head)") }
            }
            return peer.answer(401)
        }
        let port = elsewhere.port
        let server = TestServer { request, peer in
            let path = request.target.dropFirst().prefix { $0 != "/" }
            return answer(to: path, peer, leadingTo: "http://127.0.0.1:\(port)/")
        }
        foothold.servers = [elsewhere, server]
        foothold.bytes.secrets["server"] = "http://127.0.0.1:\(server.port)"
        try foothold.signIn("owner")
        for path in paths {
            let account = try foothold.mutate(
                "planner.connect",
                [
                    "kind": "caldav", "user": "ada", "password": "secret",
                    "allowPrivate": true,
                    "url": .string("http://127.0.0.1:\(server.port)/\(path)/"),
                ], as: "owner")
            foothold.bytes.secrets[path] = account?["account"]?.text
        }
        // A server that got no request can't have got a password either.
        while foothold.servers.contains(where: \.requests.isEmpty) { usleep(10_000) }
    }

    private static let paths = ["busy", "away", "home", "endless"]

    @Sendable private static func answer(
        to path: Substring, _ peer: TestServer.Peer, leadingTo address: String
    ) -> Bool {
        switch path {
        case "busy":
            return peer.answer(503, fields: "Retry-After: 9223372036854775807\r\n")
        case "away": return peer.answer(302, fields: "Location: \(address)\r\n")
        case "home":
            let answer =
                "<d:multistatus xmlns:d='DAV:' xmlns:c='urn:ietf:params:xml:ns:caldav'>"
                + "<d:response><d:href>/</d:href><d:propstat><d:prop><c:calendar-home-set>"
                + "<d:href>\(address)</d:href></c:calendar-home-set></d:prop>"
                + "<d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response></d:multistatus>"
            return peer.answer(207, body: Array(answer.utf8))
        default:
            let piece = [UInt8](repeating: UInt8(ascii: "<"), count: 65_536)
            peer.send("HTTP/1.1 207 \r\nContent-Length: 9223372036854775807\r\n\r\n")
            while peer.send(piece) {}
            return false
        }
    }
}
