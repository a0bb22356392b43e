import COutgoing
public import Destinations
import Glibc
import Transport

/// Sends HTTP/1.1 requests and mail to other servers, with libcurl.
///
/// Each address is checked when a connection to it is about to be made, so that a name can't be
/// redirected after the check. Redirects are not followed, proxies are not used, and every request
/// has its own connection. A call blocks its thread, so event loops must not make one.
public struct OutgoingClient: OutgoingSender {
    /// The longest head of an answer, including those of interim answers.
    public static let headBytesMax = 65_536

    private let allowsLocal: Bool
    let authoritiesPath: String?
    let resolvedName: String?

    /// - Parameters:
    ///   - allowsLocal: Whether addresses of this machine and of private networks may be called.
    ///   - authoritiesPath: A PEM file with the certificates to trust, or `nil` for the system's.
    ///   - resolvedName: `host:port:address`, used instead of a look-up in tests.
    public init(
        allowsLocal: Bool, authoritiesPath: String? = nil, resolvedName: String? = nil
    ) {
        self.allowsLocal = allowsLocal
        self.authoritiesPath = authoritiesPath
        self.resolvedName = resolvedName
    }

    /// Looks up the name and checks its current addresses. Blocks meanwhile.
    ///
    /// - Throws: `forbiddenAddress` if a request would be refused, `failed` if the name is unknown.
    public func check(_ destination: Destination) throws(OutgoingError) {
        let addresses: [SocketAddress]
        do {
            addresses = try SocketAddress.resolve(host: destination.host, port: destination.port)
        } catch {
            throw .failed("\(error)")
        }
        guard addresses.contains(where: { allows($0.bytes) }) else { throw .forbiddenAddress }
    }

    /// - Parameter address: The address in network byte order, 4 or 16 bytes.
    func allows(_ address: [UInt8]) -> Bool {
        AddressReach(of: address).mayBeCalled(allowsLocal: allowsLocal)
    }

    /// Sends a request and waits for its answer, whatever its status.
    public func send(_ request: OutgoingRequest) throws(OutgoingError) -> OutgoingAnswer {
        let exchange = OutgoingExchange(of: self)
        var status = 0
        var problem = [CChar](repeating: 0, count: 256)
        let outcome = exchange.withCRequest(request) { pointer in
            outgoing_send(pointer, &status, &problem)
        }
        return try exchange.answer(
            outcome, status: status, problem: problem.withUnsafeBytes(text(of:)))
    }

    /// Returns the duration in milliseconds, at least 1, because libcurl takes 0 for no limit.
    static func milliseconds(_ duration: Duration) -> Int {
        let (seconds, attoseconds) = duration.components
        return max(1, Int(clamping: seconds * 1_000 + attoseconds / 1_000_000_000_000_000))
    }
}
