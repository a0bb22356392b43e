package import Glibc

/// The file operations of engines and commands, besides reading.
package enum FileSystem {
    /// Flushes the folder's directory entries, so that a new file still exists after a power
    /// failure. Ignores errors: file systems that can't do this on demand do it anyway.
    package static func syncFolder(_ path: String) {
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }

    /// Makes a folder and its parents, readable by their owner only. Does nothing if it exists.
    package static func makeFolder(_ path: String) throws(SystemError) {
        if mkdir(path, 0o700) == 0 { return syncFolder(parent(of: path)) }
        let reason = SystemError()
        if reason.code == EEXIST { return }
        let parent = parent(of: path)
        guard reason.code == ENOENT, parent != path, case .failure = kind(of: parent) else {
            throw reason
        }
        try makeFolder(parent)
        try makeFolder(path)
    }

    /// Writes all bytes, in as many system calls as needed.
    package static func write(
        _ bytes: ArraySlice<UInt8>, to descriptor: Int32
    ) throws(SystemError) {
        var rest = bytes
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if errno != EINTR {
                throw SystemError()
            }
        }
    }

    package static func parent(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// The type bits of the file at a path: `S_IFDIR`, `S_IFREG`, ….
    package static func kind(of path: String) -> Result<mode_t, SystemError> {
        var status = stat()
        guard stat(path, &status) == 0 else { return .failure(SystemError()) }
        return .success(status.st_mode & S_IFMT)
    }
}

/// The error of the last system call that failed.
package struct SystemError: Error {
    package let code: Int32

    package init() { code = errno }

    package var text: String { String(cString: strerror(code)) }
}
