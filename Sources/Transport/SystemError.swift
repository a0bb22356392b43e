import Glibc

/// The error of a system call that failed.
public struct SystemError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The code, such as `EADDRINUSE`.
    public let errno: Int32
    /// The call, such as `bind`, and its subject where that helps.
    public let call: String

    public init(errno: Int32, call: String) {
        self.errno = errno
        self.call = call
    }

    public var description: String {
        "\(call): \(String(cString: strerror(errno))) (errno \(errno))"
    }
}
