import Glibc

/// The only place of system calls. It retries on `EINTR`, returns would-block as a value, and reads
/// `errno` before anything can change it.
enum System {
    /// The result of a read or write.
    enum Transfer {
        case count(Int)
        case wouldBlock
        case failed(errno: Int32)
    }

    /// Calls `body`, and repeats it while signals interrupt it. Throws if the result is negative.
    @inline(__always)
    @discardableResult
    static func call(
        _ name: StaticString, _ body: () -> Int32
    ) throws(SystemError) -> Int32 {
        while true {
            let result = body()
            if result >= 0 { return result }
            let code = errno
            if code != EINTR { throw SystemError(errno: code, call: "\(name)") }
        }
    }

    /// Calls `body`, and repeats it while signals interrupt it. Distinguishes would-block from
    /// failure.
    @inline(__always)
    static func transfer(_ body: () -> Int) -> Transfer {
        while true {
            let result = body()
            if result >= 0 { return .count(result) }
            let code = errno
            if code == EAGAIN || code == EWOULDBLOCK { return .wouldBlock }
            if code != EINTR { return .failed(errno: code) }
        }
    }

    /// Closes a descriptor. Is never repeated: on Linux the descriptor is closed even if a signal
    /// interrupts the call, and another thread may have its number by then.
    static func close(_ descriptor: Int32) {
        _ = Glibc.close(descriptor)
    }
}

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
