import CPlatform

/// The numbers of TLS versions on the wire.
enum TLSVersion {
    static let oneTwo: UInt16 = 0x0303
    static let oneThree: UInt16 = 0x0304
}

/// The versions, ciphers and other parameters that both sides of a connection may use.
struct TLSRules {
    var versionMin = TLSVersion.oneTwo
    var versionMax = TLSVersion.oneThree
    /// The protocol names of ALPN (RFC 7301). If empty, ALPN is not used.
    var protocols = ["http/1.1"]
    /// The cipher suites of TLS 1.2: forward secrecy and authenticated encryption only (RFC 9325,
    /// section 4.2).
    var ciphers =
        "ECDHE-ECDSA-AES128-GCM-SHA256:ECDHE-RSA-AES128-GCM-SHA256"
        + ":ECDHE-ECDSA-CHACHA20-POLY1305:ECDHE-RSA-CHACHA20-POLY1305"
        + ":ECDHE-ECDSA-AES256-GCM-SHA384:ECDHE-RSA-AES256-GCM-SHA384"
    /// The cipher suites of TLS 1.3. ChaCha20 is preferred if the client lists it first, as devices
    /// without AES in hardware do.
    var suites = "TLS_AES_128_GCM_SHA256:TLS_CHACHA20_POLY1305_SHA256:TLS_AES_256_GCM_SHA384"
    var groups = "X25519:P-256:P-384"
    /// The time for which a session can be resumed: as long as the keys of `TLSContext` can open
    /// its ticket.
    var sessionTimeout = Duration.seconds(12 * 3600)

    func withForeign<Result>(_ body: (inout platform_tls_rules) -> Result) -> Result {
        // Each name has its length before it, in one byte (RFC 7301, section 3.1).
        let names = protocols.flatMap { [UInt8(clamping: $0.utf8.count)] + $0.utf8.prefix(255) }
        return ciphers.withCString { ciphers in
            suites.withCString { suites in
                groups.withCString { groups in
                    names.withUnsafeBufferPointer { names in
                        var rules = platform_tls_rules(
                            version_min: versionMin, version_max: versionMax, ciphers: ciphers,
                            suites: suites, groups: groups, protocols: names.baseAddress,
                            protocols_count: UInt32(clamping: names.count),
                            session_seconds: UInt32(clamping: sessionTimeout.components.seconds))
                        return body(&rules)
                    }
                }
            }
        }
    }
}
