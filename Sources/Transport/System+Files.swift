import Glibc

extension System {
    static func open(_ path: String, flags: Int32) throws(SystemError) -> Int32 {
        try call("open") { Glibc.open(path, flags | O_CLOEXEC) }
    }

    static func open(
        _ name: String, in folder: Int32, flags: Int32
    ) throws(SystemError) -> Int32 {
        try call("openat") { openat(folder, name, flags | O_CLOEXEC) }
    }

    static func status(of descriptor: Int32) throws(SystemError) -> stat {
        var status = stat()
        try call("fstat") { fstat(descriptor, &status) }
        return status
    }

    /// Of a symbolic link itself, not of what it leads to.
    static func status(of name: String, in folder: Int32) throws(SystemError) -> stat {
        var status = stat()
        try call("fstatat") { fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) }
        return status
    }

    static func read(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Transfer {
        transfer { Glibc.read(descriptor, buffer.baseAddress, buffer.count) }
    }
}
