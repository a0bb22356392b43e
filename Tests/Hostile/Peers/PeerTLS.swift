import CPlatform

/// The TLS context that hostile peers share.
///
/// `@unchecked Sendable`: OpenSSL counts the references of its context atomically, and the context
/// is not changed after `init`.
public final class PeerTLSContext: @unchecked Sendable {
    fileprivate let pointer: OpaquePointer

    /// Returns `nil` if `authority` contains no certificate in PEM.
    init?(trusting authority: [UInt8]) {
        var refusal = PLATFORM_TLS_ACCEPTED
        var failure = platform_tls_failure()
        let made = "HIGH".withCString { ciphers in
            "TLS_AES_128_GCM_SHA256".withCString { suites in
                "X25519:P-256".withCString { groups in
                    // TLS 1.3 only (RFC 8446, section 4.2.1).
                    var rules = platform_tls_rules(
                        version_min: 0x0304, version_max: 0x0304, ciphers: ciphers,
                        suites: suites, groups: groups, protocols: nil, protocols_count: 0,
                        session_seconds: 60)
                    return platform_tls_client_context(
                        &rules, authority, authority.count, &refusal, &failure)
                }
            }
        }
        guard let made else { return nil }
        pointer = made
    }

    deinit { platform_tls_context_free(pointer) }
}

/// The TLS 1.3 of a hostile peer, which sends what no browser does.
final class PeerTLS {
    private static let outputBytesMax = 64 * 1024

    private let context: PeerTLSContext
    private let tls: OpaquePointer
    private let outputBuffer = UnsafeMutablePointer<UInt8>.allocate(capacity: outputBytesMax)
    private var input: [UInt8] = []
    private(set) var isEstablished = false
    private(set) var hasFailed = false

    /// Creates a connection to the hub of 127.0.0.1.
    init?(_ context: PeerTLSContext) {
        guard let tls = platform_tls_connecting(context.pointer, "127.0.0.1") else { return nil }
        self.context = context
        self.tls = tls
    }

    deinit {
        platform_tls_free(tls)
        outputBuffer.deallocate()
    }

    /// Keeps the hub's bytes for the handshake.
    func receive(_ bytes: UnsafeRawBufferPointer) {
        if !isEstablished { input += bytes }
    }

    /// Continues the handshake.
    ///
    /// - Returns: The bytes to send.
    func shakeHands() -> [UInt8] {
        call { wire, failure in
            let outcome = platform_tls_handshake(tls, &wire, &failure)
            isEstablished = outcome == PLATFORM_TLS_DONE
            hasFailed = outcome == PLATFORM_TLS_FAILED
        }
    }

    /// Returns key updates, each of which requests one in return.
    ///
    /// - Parameter data: The data after each of them.
    func changesOfKeys(_ count: Int, data: [UInt8]) -> [UInt8] {
        call { wire, failure in
            for _ in 0..<count {
                _ = platform_tls_change_keys(tls, &wire, &failure)
                if !data.isEmpty {
                    _ = platform_tls_write(tls, &wire, data, data.count, &failure)
                }
            }
        }
    }

    private func call(
        _ body: (inout platform_tls_wire, inout platform_tls_failure) -> Void
    ) -> [UInt8] {
        var taken = 0
        var output: [UInt8] = []
        input.withUnsafeBufferPointer { input in
            var failure = platform_tls_failure()
            var wire = platform_tls_wire(
                input: input.baseAddress, input_count: input.count, output: outputBuffer,
                output_count: 0, output_capacity: Self.outputBytesMax, takes_left: 0,
                control_records: 0)
            body(&wire, &failure)
            taken = input.count - wire.input_count
            output = Array(UnsafeBufferPointer(start: outputBuffer, count: wire.output_count))
        }
        input.removeFirst(taken)
        return output
    }
}
