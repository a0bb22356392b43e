import COutgoing
import Destinations
import Glibc
import HTTPTypes
import PeerText

/// Collects the answer while libcurl runs.
final class OutgoingExchange {
    let client: OutgoingClient
    let number: Int
    private var fields = HTTPFields()
    private var body: [UInt8] = []

    /// - Parameter number: The number of the request within a batch.
    init(of client: OutgoingClient, number: Int = 0) {
        self.client = client
        self.number = number
    }

    /// Calls `body` with the request in C's form, which is valid only during the call.
    func withCRequest<Result>(
        _ request: OutgoingRequest, _ body: (UnsafePointer<outgoing_request>) -> Result
    ) -> Result {
        let destination = request.destination
        let lines = request.fields.map { "\($0.name.rawName): \($0.value)" }
        // Otherwise libcurl would declare the body as a form.
        let type = request.fields[.contentType] == nil ? ["Content-Type:"] : []
        let texts =
            [request.method.rawValue, destination.origin + destination.path] + lines + type
        let copies = texts.map { strdup($0) }
        let authorities = client.authoritiesPath.map { strdup($0) }
        let name = client.resolvedName.map { strdup($0) }
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
                form.timeout_milliseconds = OutgoingClient.milliseconds(request.timeout)
                form.head_bytes_max = OutgoingClient.headBytesMax
                form.body_bytes_max = request.answerBytesMax
                form.authorities_path = authorities.flatMap { UnsafePointer($0) }
                form.resolved_name = name.flatMap { UnsafePointer($0) }
                form.allows = allowsAddress
                form.take_field = takeField
                form.take_body = takeBody
                form.context = Unmanaged.passUnretained(self).toOpaque()
                return withExtendedLifetime(self) { body(&form) }
            }
        }
    }

    /// - Parameter problem: libcurl's description of the error.
    func answer(
        _ outcome: outgoing_outcome, status: Int, problem: String
    ) throws(OutgoingError) -> OutgoingAnswer {
        switch outcome {
        case outgoing_answered, outgoing_cut_off:
            return OutgoingAnswer(
                status: status, fields: fields, body: body, isWhole: outcome == outgoing_answered)
        case outgoing_forbidden: throw .forbiddenAddress
        case outgoing_timed_out: throw .timedOut
        case outgoing_untrusted: throw .untrusted(problem)
        default: throw .failed(problem)
        }
    }

    /// Adds a line of the head. A status line begins a new head, because interim answers come
    /// first.
    fileprivate func take(line: [UInt8]) {
        if line.starts(with: "HTTP/".utf8) {
            fields = [:]
            return
        }
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")),
            let name = HTTPField.Name(String(ofPeer: line[..<colon]))
        else { return }
        let value = String(ofPeer: line[(colon + 1)...])
        fields.append(HTTPField(name: name, value: value))
    }

    fileprivate func take(body part: UnsafeRawBufferPointer) { body += part }

    static func of(_ context: UnsafeMutableRawPointer?) -> OutgoingExchange? {
        context.map { Unmanaged<OutgoingExchange>.fromOpaque($0).takeUnretainedValue() }
    }
}

/// Returns C's text up to its zero byte.
func text(of bytes: UnsafeRawBufferPointer) -> String {
    String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
}

/// A top-level function, because a closure that is passed to C must not be isolated to an actor.
private nonisolated func allowsAddress(
    _ context: UnsafeMutableRawPointer?, _ address: UnsafePointer<sockaddr>?, _ count: socklen_t
) -> Int32 {
    guard let exchange = OutgoingExchange.of(context), let address else { return 0 }
    return exchange.client.allows(bytes(of: address, count)) ? 1 : 0
}

/// Returns the address in network byte order: 4 bytes for IPv4, 16 for IPv6, an empty array for
/// other families.
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
    OutgoingExchange.of(context)?.take(body: UnsafeRawBufferPointer(start: bytes, count: count))
}
