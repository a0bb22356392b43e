extension Attack {
    /// TLS and random bytes on a port for plain HTTP.
    public static let tlsGarbage = Attack(
        name: "TLS on the plain port", peerCount: 500, memoryMebibytesMax: 32
    ) { bytes in
        let hello = HostileBytes.clientHello
        let garbage: [(String, [UInt8])] = [
            ("a ClientHello", hello),
            ("half a ClientHello and a line", hello.prefix(90) + [13, 10]),
            ("an alert", [21, 3, 3, 0, 2, 2, 40]), ("zeros", [UInt8](repeating: 0, count: 70_000)),
            ("ones", [UInt8](repeating: 0xFF, count: 70_000)),
            ("HTTP/2", Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)),
        ]
        return garbage.map { name, garbage in
            PeerPlan(name, [.send(garbage)], gets: [.status(name == "HTTP/2" ? 505 : 400)])
        }
    }

    /// Plain HTTP and random bytes on a port for https.
    public static let plainGarbage = Attack(
        name: "garbage on the TLS port", isSecure: true, peerCount: 500,
        hastenedLimits: ["tls-handshake-seconds=3"], memoryMebibytesMax: 64
    ) { bytes in
        let hello = HostileBytes.clientHello
        return [
            PeerPlan("plain HTTP", [.send(bytes.request("GET /"))], gets: [.status(400)]),
            PeerPlan("a plain WebSocket", [.send(bytes.upgrade)], gets: [.status(400)]),
            PeerPlan(
                "zeros", [.send([UInt8](repeating: 0, count: 70_000))], gets: [.ended]),
            PeerPlan(
                "ones", [.send([UInt8](repeating: 0xFF, count: 70_000))], gets: [.ended]),
            PeerPlan("a slow ClientHello", [.drip(hello)], gets: [.reset]),
            PeerPlan("a ClientHello and no more", [.send(hello)], gets: [.reset]),
            PeerPlan("a ClientHello twice", [.send(hello + hello)], gets: [.ended]),
            PeerPlan("nothing", [], gets: [.reset]),
        ]
    }

    /// Key updates, which cost the hub a hundred times as much as the sender.
    public static let changesOfKeys = Attack(
        name: "flood of changes of keys", isSecure: true, peerCount: 40, connectsPerSecond: 20,
        memoryMebibytesMax: 32
    ) { bytes in
        guard let context = bytes.tlsContext else { return [] }
        return [("changes of keys", []), ("changes of keys between bytes", [UInt8(ascii: "G")])]
            .map { name, data in
                PeerPlan(
                    name, [.shakeHands(context), .changeKeys(hundreds: 1_000, data: data)],
                    gets: [.reset, .ended])
            }
    }

    /// Repeated handshakes, each of which costs the hub a signature and the peer nothing.
    public static let handshakes = Attack(
        name: "rush of TLS handshakes", isSecure: true, peerCount: 1_000, memoryMebibytesMax: 64
    ) { bytes in
        [
            PeerPlan(
                "a ClientHello, broken off",
                [.send(HostileBytes.clientHello), .awaitAnswer, .reset], gets: [.left])
        ]
    }
}
