public import HTTPTypes

/// Why a decoder gave up on its peer.
///
/// After it the connection carries no further message: a server answers with `status` and closes,
/// a client closes.
public struct HTTPFailure: Error, Sendable, Equatable {
    /// What a server answers with. In a `ResponseDecoder` always 502 Bad Gateway.
    public var status: HTTPResponse.Status
    /// One sentence that a person can act on. It never repeats what the peer sent.
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
