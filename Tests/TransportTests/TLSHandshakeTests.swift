import Certificates
import Glibc
import Locks
import Testing
import Time

@testable import Transport

@Suite(.timeLimit(.minutes(5)))
struct TLSHandshakeTests {
    private let authority: TestAuthority

    init() throws { authority = try TestAuthority() }
    private static let echo: Recorder.Script = { told, connection in
        if case .received(let bytes) = told {
            #expect(connection.isSecure)
            connection.send(bytes)
        }
    }

    @Test(arguments: [TLSVersion.oneTwo, TLSVersion.oneThree])
    func `supports both versions with strong ciphers and the protocol`(
        version: UInt16
    ) async throws {
        let host = try await LiveHost(tls: authority.acceptor(), script: Self.echo)
        let client = try host.connect(tls: try authority.client(versionMax: version))
        try client.write([1, 2, 3])
        #expect(try client.readExactly(3) == [1, 2, 3])
        let agreement = try #require(client.tls?.agreement)
        #expect(agreement.version == version)
        #expect(agreement.cipher.contains("GCM") || agreement.cipher.contains("POLY1305"))
        #expect(agreement.cipher.hasPrefix(version == TLSVersion.oneTwo ? "ECDHE-ECDSA-" : "TLS_"))
        #expect(agreement.protocol == "http/1.1")
        #expect(!agreement.isResumed)
    }

    @Test func `checks both a name and an address`() async throws {
        let host = try await LiveHost(tls: authority.acceptor(), script: Self.echo)
        for name in ["localhost", "127.0.0.1"] {
            let client = try host.connect(tls: try authority.client(), host: name)
            try client.write([5])
            #expect(try client.readExactly(1) == [5])
        }
    }

    /// A ClientHello of TLS 1.1 with its cipher suites.
    private static let helloOfOldVersion: [UInt8] =
        [22, 3, 1, 0, 51, 1, 0, 0, 47, 3, 2] + [UInt8](repeating: 7, count: 32)
        + [0, 0, 8, 0xc0, 0x13, 0xc0, 0x14, 0, 0x2f, 0, 0x35, 1, 0]

    @Test func `refuses version 1.1 with an alert`() async throws {
        let host = try await LiveHost(tls: authority.acceptor(), script: Self.echo)
        let client = try host.connect()
        try client.write(Self.helloOfOldVersion)
        // A fatal alert, protocol_version (RFC 8446, section 6.2).
        let alert = try client.readToEnd()
        #expect(alert.count == 7)
        #expect(alert.first == 21)
        #expect(alert.suffix(2) == [2, 70])
        client.close()
        #expect(await host.nextFailure() == "unsupported protocol")
    }

    @Test func `refuses a client that speaks only other protocols with an alert`() async throws {
        let host = try await LiveHost(tls: authority.acceptor(), script: Self.echo)
        let refusal = #expect(throws: SystemError.self) {
            try host.connect(tls: try authority.client(protocols: ["h2", "http/1.0"]))
        }
        #expect(refusal?.errno == EPROTO)
        #expect(refusal?.call.contains("alert no application protocol") == true)
        #expect(await host.nextFailure() == "no application protocol")
    }

    @Test(arguments: [[], ["http/1.1"], ["h2", "http/1.1"]] as [[String]])
    func `accepts a client that names no protocol, or others too`(
        protocols: [String]
    ) async throws {
        let host = try await LiveHost(tls: authority.acceptor(), script: Self.echo)
        let client = try host.connect(tls: try authority.client(protocols: protocols))
        try client.write([1])
        #expect(try client.readExactly(1) == [1])
        #expect(client.tls?.agreement.protocol == (protocols.isEmpty ? nil : "http/1.1"))
    }

    @Test func `a client refuses what it does not trust`() async throws {
        let authority = try TestAuthority(names: ["localhost"])
        let stranger = try TestAuthority()
        let host = try await LiveHost(tls: authority.acceptor(), script: Self.echo)
        let cases = [
            ("127.0.0.1", try authority.client(), "IP address mismatch"),
            ("localhost", try stranger.client(), "unable to get local issuer certificate"),
            ("localhost", try TLSClientContext(), "unable to get local issuer certificate"),
        ]
        for (name, context, reason) in cases {
            #expect(throws: SystemError(errno: EKEYREJECTED, call: "TLS handshake, \(reason)")) {
                try host.connect(tls: context, host: name)
            }
        }
    }

    @Test(
        arguments: [
            (-800 * 86_400, "certificate has expired"),
            (30 * 86_400, "certificate is not yet valid"),
        ] as [(Int64, String)])
    func `a client refuses a certificate that is not valid now`(
        offset: Int64, reason: String
    ) async throws {
        let authority = try TestAuthority(at: TestAuthority.now + offset)
        let host = try await LiveHost(tls: authority.acceptor(), script: Self.echo)
        #expect(throws: SystemError(errno: EKEYREJECTED, call: "TLS handshake, \(reason)")) {
            try host.connect(tls: try authority.client())
        }
    }

    @Test(arguments: [TLSVersion.oneTwo, TLSVersion.oneThree])
    func `a session can be resumed as long as its key is known`(version: UInt16) async throws {
        let acceptor = try authority.acceptor()
        let host = try await LiveHost(tls: acceptor, script: Self.echo)
        let context = try authority.client(versionMax: version)
        var resumed: [Bool] = []
        // The number of key changes before each connection. The two previous keys are still
        // accepted.
        for changes in [0, 0, 1, 2, 3, 0] {
            for step in 0..<changes {
                let long = Duration.seconds(Int64(1 + resumed.count * 100 + step) * 86_400)
                acceptor.context.rotateTicketKeyIfDue(
                    at: MachineTime.monotonicNanoseconds + long.nanosecondsClamped)
            }
            let client = try host.connect(tls: context)
            try client.write([1])
            #expect(try client.readExactly(1) == [1])
            resumed.append(client.tls?.agreement.isResumed ?? false)
            client.close()
        }
        #expect(resumed == [false, true, true, true, false, true])
    }

    @Test(arguments: [TLSVersion.oneTwo, TLSVersion.oneThree])
    func `a full handshake needs admission, a resumed one does not`(
        version: UInt16
    ) async throws {
        let asked = Locked(0)
        let acceptor = try authority.acceptor { address in
            asked.with { asked in
                asked += 1
                return asked == 1 && address.isLoopback
            }
        }
        let host = try await LiveHost(tls: acceptor, script: Self.echo)
        let context = try authority.client(versionMax: version)
        for _ in 0..<3 {
            let client = try host.connect(tls: context)
            try client.write([1])
            #expect(try client.readExactly(1) == [1])
            client.close()
        }
        #expect(asked.with { $0 } == 1)
        // A client without a session is reset, and the handler gets the reason.
        #expect(throws: SystemError.self) {
            try host.connect(tls: authority.client(versionMax: version))
        }
        #expect(asked.with { $0 } == 2)
        for await told in host.told where told == .closed(.handshakeRefused) { break }
    }

    @Test(arguments: [TLSVersion.oneTwo, TLSVersion.oneThree])
    func `a handshake in single bytes succeeds`(version: UInt16) async throws {
        let host = try await LiveHost(tls: authority.acceptor(), script: Self.echo)
        let client = try ManualClient(host, try authority.client(versionMax: version))
        let last = try client.handshake(piece: 1)
        try client.write(last + client.encrypt([1, 2, 3]), piece: 1)
        #expect(try client.readExactly(3) == [1, 2, 3])
    }

    @Test func `bytes sent before the end of the handshake wait for it`() async throws {
        let host = try await LiveHost(
            tls: authority.acceptor(), begun: { $0.send(pattern(100_000)) },
            script: { _, _ in })
        let client = try host.connect(tls: try authority.client())
        #expect(try client.readExactly(100_000) == pattern(100_000))
    }

    @Test func `bytes sent and finished before the handshake arrive completely`() async throws {
        let host = try await LiveHost(
            tls: authority.acceptor(),
            begun: { connection in
                connection.send(pattern(1000))
                connection.finish()
            }, script: { _, _ in })
        let client = try host.connect(tls: try authority.client())
        #expect(try client.readToEnd() == pattern(1000))
        client.close()
        #expect(await host.nextEnd() == .finished)
    }

    @Test func `a new certificate applies to new handshakes only`() async throws {
        let old = try TestAuthority()
        let new = try TestAuthority()
        let acceptor = try old.acceptor()
        let host = try await LiveHost(tls: acceptor, script: Self.echo)
        let first = try host.connect(tls: try old.client())
        // This handshake has begun when the certificate is replaced.
        let between = try ManualClient(host, try old.client())
        try between.socket.write(try between.flight())
        try between.receive()
        acceptor.context = try TLSContext(new.configuration)
        let last = try between.handshake()
        try between.socket.write(last + between.encrypt([2]))
        #expect(try between.readExactly(1) == [2])
        try first.write([1])
        #expect(try first.readExactly(1) == [1])
        #expect(throws: SystemError.self) { try host.connect(tls: try old.client()) }
        let second = try host.connect(tls: try new.client())
        try second.write([3])
        #expect(try second.readExactly(1) == [3])
    }
}

extension LiveHost {
    /// Returns the reason why TLS failed on the next connection that ends.
    func nextFailure() async -> String? {
        guard case .tlsFailure(let failure) = await nextEnd() else { return nil }
        return failure.reason
    }
}
