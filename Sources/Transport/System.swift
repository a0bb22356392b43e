import Glibc

/// The one door for system calls: `EINTR` is retried, would-block is a value and no error, and
/// `errno` is read before anything else can change it.
enum System {
    /// How a read or a write of a socket went.
    enum Transfer {
        case count(Int)
        case wouldBlock
        case failed(errno: Int32)
    }

    /// Repeats `body` while signals interrupt it. A negative result throws.
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

    /// Repeats `body` while signals interrupt it, and tells a full or empty buffer from a failure.
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

    /// Never repeated: on Linux the descriptor is gone even when a signal interrupted `close`, and
    /// its number may already be another's.
    static func close(_ descriptor: Int32) {
        _ = Glibc.close(descriptor)
    }

    /// Nanoseconds of the monotonic clock.
    static func monotonicNanoseconds() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
