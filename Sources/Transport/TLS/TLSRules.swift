import CPlatform

/// TLS's own numbers of its versions.
enum TLSVersion {
    static let oneTwo: UInt16 = 0x0303
    static let oneThree: UInt16 = 0x0304
}

/// What both sides of a connection have to keep to.
struct TLSRules {
    var versionMin = TLSVersion.oneTwo
    var versionMax = TLSVersion.oneThree
    /// The names of ALPN (RFC 7301); none says and asks nothing.
    var protocols = ["http/1.1"]
    /// Forward secrecy and authenticated encryption (RFC 9325, section 4.2), of 1.2.
    var ciphers =
        "ECDHE-ECDSA-AES128-GCM-SHA256:ECDHE-RSA-AES128-GCM-SHA256"
        + ":ECDHE-ECDSA-CHACHA20-POLY1305:ECDHE-RSA-CHACHA20-POLY1305"
        + ":ECDHE-ECDSA-AES256-GCM-SHA384:ECDHE-RSA-AES256-GCM-SHA384"
    /// Of 1.3. ChaCha20 leads where the client has it first, as devices without AES in hardware do.
    var suites = "TLS_AES_128_GCM_SHA256:TLS_CHACHA20_POLY1305_SHA256:TLS_AES_256_GCM_SHA384"
    var groups = "X25519:P-256:P-384"
    /// How long a session can be taken up again: as long as the keys of `TLSContext` can open it.
    var sessionTimeout = Duration.seconds(12 * 3600)

    func withForeign<Result>(_ body: (inout platform_tls_rules) -> Result) -> Result {
        // Each name behind its length (RFC 7301, section 3.1), which is a byte.
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
