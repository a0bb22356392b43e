import Glibc

/// What the system answered when it refused a call.
public struct SystemError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The code, such as `EADDRINUSE`.
    public let errno: Int32
    /// The call that was refused, such as `bind`, and what it was about where that helps.
    public let call: String

    public init(errno: Int32, call: String) {
        self.errno = errno
        self.call = call
    }

    public var description: String {
        "\(call): \(String(cString: strerror(errno))) (errno \(errno))"
    }
}
