public import Time

/// The dependencies of a client of other servers.
public struct OutgoingSurroundings: Sendable {
    public var sender: OutgoingSenders
    /// Reads the hub's clock, in seconds since 1970.
    public var now: @Sendable () -> Int64
    /// The clock of long pauses.
    public var time: any TimeSource
    /// Returns random bytes for secrets.
    public var random: @Sendable (_ count: Int) -> [UInt8]
    /// Returns the SHA-256 of bytes, as 64 lower-case hexadecimal digits.
    public var sha256: @Sendable (_ bytes: [UInt8]) -> String
    /// The replacement for Google's addresses in tests and behind proxies, such as
    /// `http://127.0.0.1:9000`; `nil` for Google's own.
    public var googleBase: String?
    /// The port that the hub listens on, where a sign-in on this machine ends.
    public var port: Int
    /// Returns the address at which this machine reaches the hub itself. It changes with the
    /// certificate.
    public var ownAddress: @Sendable () -> OwnAddress?
    /// The hub's public origin, such as `https://hub.example`; `nil` if the operator has set none.
    public var publicOrigin: String?

    public init(
        sender: @escaping OutgoingSenders,
        now: @escaping @Sendable () -> Int64, time: any TimeSource = MachineTime(),
        random: @escaping @Sendable (_ count: Int) -> [UInt8],
        sha256: @escaping @Sendable (_ bytes: [UInt8]) -> String,
        googleBase: String? = nil, port: Int = 8080,
        ownAddress: @escaping @Sendable () -> OwnAddress? = { nil },
        publicOrigin: String? = nil
    ) {
        self.sender = sender
        self.now = now
        self.time = time
        self.random = random
        self.sha256 = sha256
        self.googleBase = googleBase
        self.port = port
        self.ownAddress = ownAddress
        self.publicOrigin = publicOrigin
    }
}

/// The address at which a machine reaches its own hub.
public struct OwnAddress: Sendable, Equatable {
    /// The origin, such as `http://127.0.0.1:8080`.
    public var origin: String
    /// The PEM file with the hub's own certificate, which alone is trusted; `nil` without TLS.
    public var certificatePath: String?
    /// `host:port:address`, used instead of a look-up of the certificate's name; `nil` without TLS.
    public var resolvedName: String?

    /// - Parameters:
    ///   - listeningHost: The host that the hub listens on, or `nil` for every address.
    ///   - certificate: The file with the hub's certificate and the names in it, if it uses TLS.
    public init(
        listeningHost: String?, port: Int, certificate: (path: String, names: [String])? = nil
    ) {
        var host = "127.0.0.1"
        if let listeningHost, listeningHost != "localhost", !Self.isAllAddresses(listeningHost) {
            host = listeningHost
        }
        let written = host.contains(":") ? "[\(host)]" : host
        guard let certificate else {
            origin = "http://\(written):\(port)"
            return
        }
        certificatePath = certificate.path
        // A wildcard stands for any label (RFC 9525, section 6.3).
        let name = certificate.names.first.map { $0.replacing("*", with: "hub") } ?? host
        origin = "https://\(name):\(port)"
        if name != host { resolvedName = "\(name):\(port):\(host)" }
    }

    /// Whether a hub that listens on this host listens on every address of the machine.
    public static func isAllAddresses(_ host: String?) -> Bool {
        [nil, "*", "::", "0.0.0.0"].contains(host)
    }
}
