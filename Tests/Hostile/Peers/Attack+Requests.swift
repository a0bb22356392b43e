extension Attack {
    /// Heads as large as may be, of which every part is as tedious to read as may be.
    public static let bigHeads = Attack(
        name: "big heads", peerCount: 100, connectsPerSecond: 200, memoryMebibytesMax: 48
    ) { bytes in
        [
            PeerPlan(
                "a big head", [.flood(bytes.bigRequest, times: 4), .awaitHead, .reset],
                gets: [.status(401), .status(429)])
        ]
    }

    /// Requests from one address, as fast as they are taken.
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

    /// Sign-in links that there are not, each of which has to be looked up on the disk.
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

    /// Asks for something of one venue after the other, so that the connection has to move from loop
    /// to loop, and takes no answer.
    public static let unreadMoves = Attack(
        name: "moving and never reading", peerCount: 30,
        hastenedLimits: ["progress-seconds=2", "request-credit=1000000"], loopCount: 2,
        venues: (1...7).map { "venue-\($0)" }, memoryMebibytesMax: 64
    ) { bytes in
        let round = (1...7).flatMap {
            bytes.request("GET /host?venue=venue-\($0)", ["Accept: text/html"])
        }
        return [
            PeerPlan(
                "moving, unread", [.stopReading, .flood(round, times: 1_000)], gets: [.reset])
        ]
    }
}
