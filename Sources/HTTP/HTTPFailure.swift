public import HTTPTypes

/// The reason why a decoder gave up on its peer.
///
/// The connection carries no further message: a server answers with `status` and closes it, a
/// client closes it.
public struct HTTPFailure: Error, Sendable, Equatable {
    /// The status of a server's answer. Always 502 Bad Gateway in a `ResponseDecoder`.
    public var status: HTTPResponse.Status
    /// A sentence that tells a person what to do. It never repeats what the peer sent.
    public var message: String

    public init(status: HTTPResponse.Status, message: String) {
        self.status = status
        self.message = message
    }
}

extension HTTPFailure {
    static func malformed(_ message: String) -> HTTPFailure {
        HTTPFailure(status: .badRequest, message: message)
    }

    static func fieldsTooLarge(_ message: String) -> HTTPFailure {
        HTTPFailure(status: .requestHeaderFieldsTooLarge, message: message)
    }

    static func bodyTooLarge(_ limits: HTTPLimits) -> HTTPFailure {
        HTTPFailure(
            status: .contentTooLarge,
            message: "The body must be at most \(limits.bodyBytesMax) bytes long."
        )
    }

    static let bareLineFeed = malformed("Lines must end in CR LF, not in LF alone.")
}
