import Client
import HTTPTypes
import JSON

extension Attack {
    /// Heads of the largest size, with parts that take as long as possible to parse.
    public static let bigHeads = Attack(
        name: "big heads", peerCount: 100, connectsPerSecond: 200, memoryMebibytesMax: 48
    ) { bytes in
        [
            PeerPlan(
                "a big head", [.flood(bytes.bigRequest, times: 4), .awaitHead, .reset],
                gets: [.status(401), .status(429)])
        ]
    }

    /// Requests from one address, as fast as they are accepted.
    public static let manyRequests = Attack(
        name: "flood of requests", peerCount: 400, memoryMebibytesMax: 48
    ) { bytes in
        let requests = HostileBytes.repeated(bytes.request("GET /"), times: 30)
        return [
            PeerPlan(
                "many requests", [.send(requests), .awaitHead, .reset],
                gets: [.left, .status(429)])
        ]
    }

    /// Unknown sign-in links, each of which has to be looked up on the disk.
    public static let unknownLinks = Attack(
        name: "flood of unknown links", peerCount: 400, memoryMebibytesMax: 48
    ) { bytes in
        let requests = HostileBytes.repeated(bytes.request("GET /in/x"), times: 30)
        return [
            PeerPlan(
                "unknown links", [.send(requests), .awaitHead, .reset],
                gets: [.status(404), .status(429)])
        ]
    }

    /// Requests for one venue after the other, whose answers are never read. The connection has to
    /// move from loop to loop.
    public static let unreadMoves = Attack(
        name: "moving and never reading", peerCount: 30,
        hastenedLimits: ["progress-seconds=2", "request-credit=1000000"], loopCount: 2,
        memoryMebibytesMax: 64
    ) { bytes in
        let round = (1...7).flatMap {
            bytes.request("GET /host?venue=venue-\($0)", ["Accept: text/html"])
        }
        return [
            PeerPlan(
                "moving, unread", [.stopReading, .flood(round, times: 1_000)], gets: [.reset])
        ]
    }.prepared { foothold in
        for slug in (1...7).map({ "venue-\($0)" }) {
            _ = try foothold.hub.command("venue add", [slug, "--name", slug])
        }
    }

    /// Guests who join by the link from one address, as fast as they are accepted. Every other name
    /// is valid, and all ids are different.
    public static let joining = Attack(
        name: "flood of joins", peerCount: 400, memoryMebibytesMax: 48, eventsMax: 100
    ) { bytes in
        let names = ["Ada", "", "Bo", String(repeating: "a", count: 81), "Cy", "a\\u0007"]
        return (0..<400).map { peer in
            // Peers begin at different names, so that each name is the first of some peer.
            let joins = (peer..<peer + 30).flatMap { number in
                bytes.mutation(
                    "waitlist.add", #""name":"\#(names[number % names.count])","size":2"#,
                    id: "join-\(peer)-\(number)", as: "join")
            }
            return PeerPlan(
                "joining", [.send(joins), .awaitHead, .reset],
                gets: [.left, .status(422), .status(429)])
        }
    }.prepared { foothold in
        try foothold.signIn("owner")
        try foothold.mutate("house.configure", ["selfCheckIn": "direct"], as: "owner")
        let answer = try HTTPClient(
            foothold.hub.address, token: foothold.bytes.secrets["owner"]
        ).perform(.get, "/v1/main/join")
        let link = try JSON(parsing: answer.body)["link"]?.text ?? ""
        foothold.bytes.secrets["join"] = String(link.dropFirst("/j/".count))
    }
}
