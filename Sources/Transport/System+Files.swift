import Glibc
import Locks

extension System {
    static func open(_ path: String, flags: Int32) throws(SystemError) -> Int32 {
        BlockingCall.begin()
        return try call("open") { Glibc.open(path, flags | O_CLOEXEC) }
    }

    static func open(
        _ name: String, in folder: Int32, flags: Int32
    ) throws(SystemError) -> Int32 {
        BlockingCall.begin()
        return try call("openat") { openat(folder, name, flags | O_CLOEXEC) }
    }

    static func status(of descriptor: Int32) throws(SystemError) -> stat {
        var status = stat()
        try call("fstat") { fstat(descriptor, &status) }
        return status
    }

    /// Returns the status of a symbolic link itself, not of its target.
    static func status(of name: String, in folder: Int32) throws(SystemError) -> stat {
        BlockingCall.begin()
        var status = stat()
        try call("fstatat") { fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) }
        return status
    }

    static func read(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Transfer {
        transfer { Glibc.read(descriptor, buffer.baseAddress, buffer.count) }
    }

    /// Returns the contents of a file. Throws `EFBIG` if it has more than `bytesMax` bytes.
    static func contents(of path: String, bytesMax: Int) throws(SystemError) -> [UInt8] {
        // Without O_NONBLOCK, opening a pipe would wait for its writer.
        let descriptor = try open(path, flags: O_RDONLY | O_NONBLOCK)
        defer { close(descriptor) }
        var failure: Int32 = 0
        // One byte more than allowed shows that the file is too large.
        let bytes = [UInt8](unsafeUninitializedCapacity: bytesMax + 1) { buffer, count in
            let room = UnsafeMutableRawBufferPointer(buffer)
            while count < room.count, failure == 0 {
                switch read(
                    descriptor, into: UnsafeMutableRawBufferPointer(rebasing: room[count...]))
                {
                case .count(0): return
                case .count(let more): count += more
                case .wouldBlock: failure = EAGAIN
                case .failed(let code): failure = code
                }
            }
        }
        if failure != 0 { throw SystemError(errno: failure, call: "read") }
        if bytes.count > bytesMax { throw SystemError(errno: EFBIG, call: "read") }
        return bytes
    }
}
