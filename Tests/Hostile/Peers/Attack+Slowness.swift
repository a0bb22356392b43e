extension Attack {
    /// Requests, bodies and frames that never end, of which one byte comes each second (after
    /// Hansen's Slowloris, 2009).
    public static let slowloris = Attack(
        name: "slowloris", peerCount: 5_000,
        hastenedLimits: ["head-seconds=3", "message-seconds=3"], memoryMebibytesMax: 64
    ) { bytes in
        let bytesToCome = [UInt8](repeating: UInt8(ascii: "x"), count: 1_000)
        return [
            PeerPlan(
                "slow head", [.send(bytes.head("GET /")), .drip(bytesToCome)],
                gets: [.status(408)]),
            PeerPlan(
                "slow body",
                [
                    // The hub waits for content only from signed-in clients.
                    .send(
                        bytes.request(
                            "POST /v1/main/mutations",
                            ["Authorization: Bearer \(bytes.token)", "Content-Length: 60000"])),
                    .drip(bytesToCome),
                ], gets: [.status(408)]),
            PeerPlan(
                "slow frame",
                [
                    .send(bytes.upgrade), .awaitHead,
                    .drip(HostileBytes.frame(0x81, bytesToCome)),
                    // All have the same token, which may open only a limited number of connections
                    // a second.
                ], gets: [.closeCode(4408), .status(429)]),
        ]
    }

    /// Peers that request more than any buffer holds and read none of it.
    public static let neverReading = Attack(
        name: "never reading", peerCount: 60,
        hastenedLimits: ["progress-seconds=2", "keep-alive-seconds=2", "head-seconds=2"],
        partyCount: 200, memoryMebibytesMax: 64
    ) { bytes in
        let subscribe = HostileBytes.text(#"{"type":"subscribe","view":"waitlist/display"}"#)
        let page = bytes.request("GET /display", ["Cookie: tablecast=\(bytes.token)"])
        // Sent in one message: what follows a view without room waits with it.
        let inflated =
            HostileBytes.repeated(subscribe, times: 110)
            + HostileBytes.repeated(HostileBytes.blownUpPing, times: 600)
        let unpacking = PeerPlan(
            "messages that unpack to much, behind many views",
            [
                .send(bytes.deflatingUpgrade), .awaitHead,
                // If the hub is too slow for a flood, the connection ends normally.
                .send(inflated + HostileBytes.frame(0x88, [0x03, 0xE8])),
            ], gets: [.closeCode(4429), .closeCode(1000)])
        let views = PeerPlan(
            "views that nobody reads",
            [
                .send(bytes.upgrade), .awaitHead, .stopReading,
                .flood(HostileBytes.repeated(subscribe, times: 10), times: 1_000),
            ], gets: [.reset])
        let pages = PeerPlan(
            "pages that nobody reads",
            [.stopReading, .flood(HostileBytes.repeated(page, times: 10), times: 1_000)],
            gets: [.reset])
        return Array(repeating: [views, pages], count: 7).flatMap(\.self) + [unpacking]
    }
}
