public import Destinations
import HTTP
import HTTPTypes
public import Transport

/// Posts to an address that somebody has typed into a page.
///
/// Whether an address may be called is judged by what its name leads to now, and the connection goes
/// to the very addresses that were judged: a name that leads elsewhere a moment later gains nothing.
/// Redirects are not followed.
public struct WebhookClient: Sendable {
    /// Looks a name up; blocks meanwhile.
    public typealias Resolver =
        @Sendable (_ host: String, _ port: Int) throws(SystemError) -> [SocketAddress]

    /// Of a whole answer, head and body.
    public static let answerBytesMax = 65_536

    private let allowsLocal: Bool
    private let resolve: Resolver

    /// - Parameter allowsLocal: whether addresses of this machine and of private networks may be
    ///   called.
    public init(allowsLocal: Bool, resolver: @escaping Resolver = SocketAddress.resolve) {
        self.allowsLocal = allowsLocal
        resolve = resolver
    }

    /// Where a connection to `destination` may go. Blocks while the name is looked up.
    ///
    /// - Throws: `ForbiddenAddress` when it leads only to where no call may go, or the system's
    ///   error when the name is not known.
    @discardableResult
    public func addresses(of destination: Destination) throws -> [SocketAddress] {
        let all = try resolve(destination.host, destination.port)
        let allowed = all.filter { address in
            switch AddressReach(of: address.bytes) {
            case .global: true
            case .local: allowsLocal
            case .none: false
            }
        }
        guard !allowed.isEmpty else { throw ForbiddenAddress() }
        return allowed
    }

    /// Posts once and returns the status that was answered.
    ///
    /// - Parameter timeout: for all of it, but for the time that the system takes to look up the
    ///   name; even then nothing is begun after this time.
    public func post(
        _ body: [UInt8], type: String, to destination: Destination, timeout: Duration
    ) throws -> Int {
        let start = ContinuousClock.now
        let addresses = try addresses(of: destination)
        let timeLeft = timeout - start.duration(to: .now)
        guard timeLeft > .zero else { throw ClientError.timedOut }
        let address = try HubAddress(destination.origin)
        let stream = SocketStream(
            try ClientSocket(
                host: destination.host, addresses: addresses, timeLeft: timeLeft,
                tls: try SystemSurroundings.trust(in: address)),
            bytesMax: Self.answerBytesMax)
        defer { stream.close() }
        let fields: HTTPFields = [
            .contentType: type, .userAgent: "tablecast", .connection: "close",
            .contentLength: String(body.count),
        ]
        let request = HTTPClient.request(
            .post, destination.path, at: address, token: nil, fields: fields)
        try stream.write(RequestEncoder.head(request) + body)
        var reader = ResponseReader(
            stream, requestMethod: .post, limits: HTTPLimits(bodyBytesMax: .max))
        let status = try reader.head(timeout: timeout).status.code
        // The rest is read so that the other side can finish. Whatever it is, the status counts.
        _ = try? reader.body(timeout: timeout)
        return status
    }
}

/// A name or an address that leads only to places that are not called.
public struct ForbiddenAddress: Error {}
