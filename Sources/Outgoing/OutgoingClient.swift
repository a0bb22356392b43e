import COutgoing
public import Destinations
import Glibc
import HTTPTypes
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

    /// Looks the name up and checks its current addresses. Blocks meanwhile.
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

    /// Sends a request and waits for its answer, whatever its status is.
    public func send(_ request: OutgoingRequest) throws(OutgoingError) -> OutgoingAnswer {
        let exchange = OutgoingExchange(of: self)
        var status = 0
        var problem = [CChar](repeating: 0, count: 256)
        let outcome = withCRequest(request, exchange) { pointer in
            outgoing_send(pointer, &status, &problem)
        }
        switch outcome {
        case outgoing_answered, outgoing_cut_off:
            return OutgoingAnswer(
                status: status, fields: exchange.fields, body: exchange.body,
                isWhole: outcome == outgoing_answered)
        case outgoing_forbidden: throw .forbiddenAddress
        case outgoing_timed_out: throw .timedOut
        default:
            let bytes = problem.prefix { $0 != 0 }.map(UInt8.init(bitPattern:))
            let text = String(decoding: bytes, as: UTF8.self)
            throw outcome == outgoing_untrusted ? .untrusted(text) : .failed(text)
        }
    }

    /// Returns at least 1, because libcurl takes 0 for no limit.
    static func milliseconds(_ duration: Duration) -> Int {
        let (seconds, attoseconds) = duration.components
        return max(1, Int(clamping: seconds * 1_000 + attoseconds / 1_000_000_000_000_000))
    }

    /// Calls `body` with the request in C's form, which is valid only during the call.
    private func withCRequest<Result>(
        _ request: OutgoingRequest, _ exchange: OutgoingExchange,
        _ body: (UnsafePointer<outgoing_request>) -> Result
    ) -> Result {
        let destination = request.destination
        let lines = request.fields.map { "\($0.name.rawName): \($0.value)" }
        // Otherwise libcurl would declare the body as a form.
        let type = request.fields[.contentType] == nil ? ["Content-Type:"] : []
        let texts =
            [request.method.rawValue, destination.origin + destination.path] + lines + type
        let copies = texts.map { strdup($0) }
        let authorities = authoritiesPath.map { strdup($0) }
        let name = resolvedName.map { strdup($0) }
        defer {
            for copy in copies { free(copy) }
            free(authorities ?? nil)
            free(name ?? nil)
        }
        var fields: [UnsafePointer<CChar>?] = copies.dropFirst(2).map { UnsafePointer($0) }
        fields.append(nil)
        return fields.withUnsafeBufferPointer { fields in
            request.body.withUnsafeBytes { bytes in
                var form = outgoing_request()
                form.method = UnsafePointer(copies[0])
                form.url = UnsafePointer(copies[1])
                form.fields = fields.baseAddress
                form.body = bytes.baseAddress
                form.body_count = bytes.count
                form.timeout_milliseconds = Self.milliseconds(request.timeout)
                form.head_bytes_max = Self.headBytesMax
                form.body_bytes_max = request.answerBytesMax
                form.authorities_path = authorities.flatMap { UnsafePointer($0) }
                form.resolved_name = name.flatMap { UnsafePointer($0) }
                form.allows = allowsAddress
                form.take_field = takeField
                form.take_body = takeBody
                form.context = Unmanaged.passUnretained(exchange).toOpaque()
                return withExtendedLifetime(exchange) { body(&form) }
            }
        }
    }
}

/// Collects the answer while libcurl runs.
private final class OutgoingExchange {
    let client: OutgoingClient
    var fields = HTTPFields()
    var body: [UInt8] = []

    init(of client: OutgoingClient) { self.client = client }

    /// Adds a line of the head. A status line begins a new head, because interim answers come
    /// first.
    func take(line: [UInt8]) {
        if line.starts(with: "HTTP/".utf8) {
            fields = [:]
            return
        }
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")),
            let name = HTTPField.Name(String(decoding: line[..<colon], as: UTF8.self))
        else { return }
        let value = String(decoding: line[(colon + 1)...], as: UTF8.self)
        fields.append(HTTPField(name: name, value: value))
    }

    static func of(_ context: UnsafeMutableRawPointer?) -> OutgoingExchange? {
        context.map { Unmanaged<OutgoingExchange>.fromOpaque($0).takeUnretainedValue() }
    }
}

/// A top-level function, because a closure that is passed to C must not be isolated to an actor.
private nonisolated func allowsAddress(
    _ context: UnsafeMutableRawPointer?, _ address: UnsafePointer<sockaddr>?, _ count: socklen_t
) -> Int32 {
    guard let exchange = OutgoingExchange.of(context), let address else { return 0 }
    return exchange.client.allows(bytes(of: address, count)) ? 1 : 0
}

/// Returns the address in network byte order, 4 bytes for IPv4, 16 for IPv6, none for other
/// families.
func bytes(of address: UnsafePointer<sockaddr>, _ count: socklen_t) -> [UInt8] {
    let raw = UnsafeRawPointer(address)
    switch Int32(address.pointee.sa_family) {
    case AF_INET where count >= MemoryLayout<sockaddr_in>.size:
        let place = MemoryLayout<sockaddr_in>.offset(of: \.sin_addr) ?? 0
        return Array(UnsafeRawBufferPointer(start: raw + place, count: 4))
    case AF_INET6 where count >= MemoryLayout<sockaddr_in6>.size:
        let place = MemoryLayout<sockaddr_in6>.offset(of: \.sin6_addr) ?? 0
        return Array(UnsafeRawBufferPointer(start: raw + place, count: 16))
    default: return []
    }
}

private nonisolated func takeField(
    _ context: UnsafeMutableRawPointer?, _ line: UnsafePointer<CChar>?, _ count: Int
) {
    guard let line else { return }
    let bytes = UnsafeRawBufferPointer(start: line, count: count)
    OutgoingExchange.of(context)?.take(line: Array(bytes))
}

private nonisolated func takeBody(
    _ context: UnsafeMutableRawPointer?, _ bytes: UnsafePointer<CChar>?, _ count: Int
) {
    guard let bytes else { return }
    OutgoingExchange.of(context)?.body += UnsafeRawBufferPointer(start: bytes, count: count)
}
