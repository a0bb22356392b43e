import CivilDates
import Glibc
public import HTTPTypes
import PeerNumbers
import Time

/// An HTTP request to another server.
public struct OutgoingRequest: Sendable {
    public var method: HTTPRequest.Method
    public var destination: Destination
    public var fields: HTTPFields
    public var body: [UInt8]
    /// The time for the whole exchange, from the look-up of the name to the end of the answer.
    public var timeout: Duration
    /// The maximum number of bytes of the answer's body that are kept.
    public var answerBytesMax: Int

    public init(
        _ method: HTTPRequest.Method, _ destination: Destination, fields: HTTPFields = [:],
        body: [UInt8] = [], timeout: Duration = .seconds(10), answerBytesMax: Int = 65_536
    ) {
        self.method = method
        self.destination = destination
        self.fields = fields
        self.body = body
        self.timeout = timeout
        self.answerBytesMax = answerBytesMax
    }
}

/// Another server's answer.
public struct OutgoingAnswer: Sendable, Equatable {
    public var status: Int
    public var fields: HTTPFields
    public var body: [UInt8]
    /// Whether the whole body was received.
    public var isWhole: Bool

    public init(status: Int, fields: HTTPFields = [:], body: [UInt8] = [], isWhole: Bool = true) {
        self.status = status
        self.fields = fields
        self.body = body
        self.isWhole = isWhole
    }

    /// The pause that the server asks for before the next request; `nil` without a valid number of
    /// seconds or date (`Retry-After`, RFC 9110, section 10.2.3).
    public var retryAfter: Duration? {
        guard let text = fields[.retryAfter], !text.isEmpty else { return nil }
        if let seconds = Untrusted(text) {
            return .seconds(seconds.clamped(to: 0...Int(Int32.max)))
        }
        guard text.hasSuffix(" GMT"),
            let at = InternetTime.unixSeconds(of: String(text.dropLast(4)))
        else { return nil }
        return .seconds(max(0, at - Int(MachineTime.wallMilliseconds / 1_000)))
    }

    /// The pause in whole seconds, a day at most.
    public var pauseSeconds: Int? {
        retryAfter.map { Int(min($0, .seconds(86_400)).components.seconds) }
    }
}

/// Sends requests and mail to other servers. A call blocks its thread, so event loops must not make
/// one.
public protocol OutgoingSender: Sendable {
    /// Sends a request and waits for its answer, whatever its status. Does not follow redirects.
    func send(_ request: OutgoingRequest) throws(OutgoingError) -> OutgoingAnswer

    /// Sends a message, and returns when the server has accepted it.
    func send(_ mail: OutgoingMail) throws(OutgoingMailError)
}

extension OutgoingSender {
    /// Throws `failed`. By default, no mail is sent.
    public func send(_ mail: OutgoingMail) throws(OutgoingMailError) { throw .failed }
}

/// Makes the sender of requests and mail.
///
/// - Parameter allowsPrivate: whether the sender may connect to private addresses.
public typealias OutgoingSenders = @Sendable (_ allowsPrivate: Bool) -> any OutgoingSender

/// The reason why a request got no answer.
public enum OutgoingError: Error, Sendable, Equatable, CustomStringConvertible {
    /// All addresses of the name are forbidden.
    case forbiddenAddress
    case timedOut
    /// The server's certificate is for another name, has expired, or is not from a trusted
    /// authority. The text is libcurl's description, which may contain the host's name.
    case untrusted(String)
    /// libcurl's description of the error, which may contain the host's name.
    case failed(String)

    public var description: String {
        switch self {
        case .forbiddenAddress: "the address is in a private network"
        case .timedOut: "there was no answer in time"
        case .untrusted(let problem), .failed(let problem): problem
        }
    }
}
