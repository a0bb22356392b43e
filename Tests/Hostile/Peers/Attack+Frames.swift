extension Attack {
    /// Messages that become a thousand times as large when they are inflated.
    public static let bombs = Attack(
        name: "decompression bombs", peerCount: 300, memoryMebibytesMax: 48
    ) { bytes in
        [
            PeerPlan(
                "bomb", [.send(bytes.deflatingUpgrade), .awaitHead, .send(HostileBytes.bomb)],
                gets: [.closeCode(1009)])
        ]
    }

    /// A million fragments in one message, and a million in as many messages as the limit requires.
    /// None of the messages ends.
    public static let fragments = Attack(
        name: "tiny fragments", peerCount: 1_005, connectsPerSecond: 250,
        hastenedLimits: ["message-seconds=3"],
        memoryMebibytesMax: 48
    ) { bytes in
        let start = HostileBytes.frame(0x01, [UInt8(ascii: "x")])
        let fragment = HostileBytes.frame(0x00, [UInt8(ascii: "x")])
        let thousand = HostileBytes.repeated(fragment, times: 1_000)
        let below = PeerPlan(
            "a thousand fragments",
            [.send(bytes.upgrade), .awaitHead, .send(start + thousand)],
            gets: [.closeCode(4408)])
        let beyond = PeerPlan(
            "a million fragments",
            [.send(bytes.upgrade), .awaitHead, .send(start), .flood(thousand, times: 1_000)],
            gets: [.closeCode(1009)])
        return Array(repeating: below, count: 200) + [beyond]
    }

    /// Frames that announce more than any memory holds.
    public static let hugeFrames = Attack(
        name: "frames of 2^63 bytes", peerCount: 300, memoryMebibytesMax: 32
    ) { bytes in
        let announcements: [(String, UInt8, UInt64, Int)] = [
            // The highest bit of a length is always 0 (RFC 6455, section 5.2).
            ("text of 2^63", 0x81, 1 << 63, 1002), ("text of 2^63 - 1", 0x81, 1 << 63 - 1, 1009),
            ("binary of 2^62", 0x82, 1 << 62, 1009),
            // A control frame has at most 125 bytes (section 5.5).
            ("ping of 2^40", 0x89, 1 << 40, 1002),
        ]
        return announcements.map { name, first, count, code in
            PeerPlan(
                name,
                [
                    .send(bytes.upgrade), .awaitHead,
                    .send(HostileBytes.announcement(first, of: count)),
                    .flood([UInt8](repeating: 0, count: 16_384), times: 64),
                ], gets: [.closeCode(code)])
        }
    }

    /// Pings and meaningless messages, as fast as they are accepted.
    public static let pingFlood = Attack(
        name: "flood of pings", peerCount: 60, memoryMebibytesMax: 48
    ) { bytes in
        let ping = HostileBytes.frame(0x89, [UInt8](repeating: 7, count: 125))
        let question = HostileBytes.text(#"{"type":"ping","n":1}"#)
        let drift = HostileBytes.text(
            #"{"type":"ping","n":1,"drift":{"view":"\u001b[2J\nforged","rev":1}}"#)
        let upgraded: [PeerPlan.Step] = [.send(bytes.upgrade), .awaitHead]
        return [
            PeerPlan(
                "pings", upgraded + [.flood(HostileBytes.repeated(ping, times: 100), times: 200)],
                gets: [.closeCode(4429)]),
            PeerPlan(
                "questions",
                upgraded + [.flood(HostileBytes.repeated(question, times: 100), times: 200)],
                gets: [.closeCode(4429)]),
            PeerPlan(
                "questions that tell of a drift",
                upgraded + [.flood(HostileBytes.repeated(drift, times: 100), times: 200)],
                gets: [.closeCode(4429), .closeCode(4400)]),
            PeerPlan(
                "messages of no meaning",
                upgraded + [.flood(HostileBytes.text("[{}]"), times: 20_000)],
                gets: [.closeCode(4400)]),
        ]
    }
}
