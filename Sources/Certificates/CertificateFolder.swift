import Glibc
import Transport

/// The folder of an authority. Files are written to it atomically.
struct CertificateFolder: Sendable {
    /// Certificates and keys have a few thousand bytes.
    private static let fileBytesMax = 1 << 20

    static let authority = "authority.pem"
    static let authorityKey = "authority-key.pem"
    static let server = "server.pem"
    static let serverKey = "server-key.pem"

    let path: String

    /// Opens the folder or creates it, readable only by the owner. Its parent has to exist.
    init(path: String) throws(CertificateError) {
        self.init(existing: path)
        guard !path.isEmpty, !path.utf8.contains(0) else {
            throw .unwritable(path: path.debugDescription, reason: "it is not a path")
        }
        if mkdir(path, 0o700) != 0, errno != EEXIST { throw unwritable(path) }
    }

    /// A folder that may not exist, for reading only.
    init(existing path: String) {
        self.path = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    }

    /// The files of the server's certificate and key.
    var serverConfiguration: TLSConfiguration {
        TLSConfiguration(
            certificatePath: path(of: Self.server), keyPath: path(of: Self.serverKey))
    }

    func has(_ name: String) -> Bool { access(path(of: name), F_OK) == 0 }

    func path(of name: String) -> String { "\(path)/\(name)" }

    /// Returns the file's bytes, or `nil` if there is no such file.
    func read(_ name: String) throws(CertificateError) -> [UInt8]? {
        guard let file = fopen(path(of: name), "re") else {
            if errno == ENOENT { return nil }
            throw .unreadable(path: path(of: name), reason: reason())
        }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 4096)
        while bytes.count <= CertificateFolder.fileBytesMax {
            let count = fread(&part, 1, part.count, file)
            if count == 0 { break }
            bytes += part[..<count]
        }
        guard ferror(file) == 0 else {
            throw .unreadable(path: path(of: name), reason: reason())
        }
        guard bytes.count <= CertificateFolder.fileBytesMax else {
            throw .damaged(path: path(of: name))
        }
        return bytes
    }

    /// Writes a file that all users may read. Replaces an existing one.
    func write(_ bytes: [UInt8], to name: String) throws(CertificateError) {
        let temporary = try writeTemporary(bytes, for: name, mode: 0o644)
        guard rename(temporary, path(of: name)) == 0 else {
            let error = unwritable(path(of: name))
            unlink(temporary)
            throw error
        }
        syncFolder()
    }

    /// Writes a file that only the owner may read, unless it exists. Returns the bytes of the
    /// existing or new file.
    func writeSecret(_ bytes: [UInt8], to name: String) throws(CertificateError) -> [UInt8] {
        let temporary = try writeTemporary(bytes, for: name, mode: 0o600)
        defer { unlink(temporary) }
        // Unlike `rename`, `link` never replaces a file.
        if link(temporary, path(of: name)) == 0 {
            syncFolder()
            return bytes
        }
        guard errno == EEXIST else { throw unwritable(path(of: name)) }
        return try read(name) ?? bytes
    }

    private func writeTemporary(
        _ bytes: [UInt8], for name: String, mode: mode_t
    ) throws(CertificateError) -> String {
        let temporary = path(of: ".\(name).\(getpid())")
        unlink(temporary)
        let flags = O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC | O_NOFOLLOW
        let descriptor = open(temporary, flags, mode)
        guard descriptor >= 0 else { throw unwritable(path(of: name)) }
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes {
                Glibc.write(descriptor, $0.baseAddress?.advanced(by: written), $0.count - written)
            }
            if count < 0, errno == EINTR { continue }
            if count <= 0 { break }
            written += count
        }
        let isWritten =
            written == bytes.count && fchmod(descriptor, mode) == 0 && fsync(descriptor) == 0
        let error = unwritable(path(of: name))
        close(descriptor)
        if isWritten { return temporary }
        unlink(temporary)
        throw error
    }

    /// Flushes the folder, so that a new file survives a power failure. Not all file systems
    /// support it.
    private func syncFolder() {
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }

    private func unwritable(_ path: String) -> CertificateError {
        .unwritable(path: path, reason: reason())
    }

    private func reason() -> String { String(cString: strerror(errno)) }
}
