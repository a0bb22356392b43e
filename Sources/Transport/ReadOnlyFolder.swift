import Glibc

/// The files under one folder, with no way out of it.
///
/// A path is a list of names, opened one below the other from the folder's own descriptor, and no
/// symbolic link is followed: whatever a peer asks for, and whatever is moved meanwhile, only what
/// lies in the folder is read. Names that begin with a dot are refused, which leaves out `.`, `..`
/// and hidden files, as are empty ones and such with a slash or NUL. Devices, pipes and sockets are
/// no files.
public struct ReadOnlyFolder: Sendable {
    private final class Descriptor: Sendable {
        let number: Int32

        init(_ number: Int32) {
            self.number = number
        }

        deinit {
            System.close(number)
        }
    }

    private let root: Descriptor

    /// Opens the folder at `path`, which may itself be a symbolic link. Throws `ENOENT`, `ENOTDIR`,
    /// `EACCES`.
    public init(path: String) throws(SystemError) {
        root = Descriptor(try System.open(path, flags: O_RDONLY | O_DIRECTORY))
    }

    /// The file at `components`, nil when there is none. Throws `EFBIG` when it has more than
    /// `bytesMax` bytes, `EACCES` when it may not be read, and what else the system says.
    public func read(
        _ components: [String], bytesMax: Int
    ) throws(SystemError) -> FileContent? {
        do throws(SystemError) {
            guard let name = components.last, ReadOnlyFolder.isAcceptable(name),
                let folder = try folder(of: components)
            else { return nil }
            // Without O_NONBLOCK, opening a pipe would wait for its writer.
            let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK
            let file = Descriptor(try System.open(name, in: folder.number, flags: flags))
            return try ReadOnlyFolder.content(of: file, bytesMax: bytesMax)
        } catch {
            if ReadOnlyFolder.isAbsence(error) { return nil }
            throw error
        }
    }

    /// What is at `components` (the folder itself when they are empty), nil when there is nothing
    /// that could be read.
    public func status(_ components: [String]) -> FileStatus? {
        guard let name = components.last else {
            return (try? System.status(of: root.number)).flatMap(FileStatus.init)
        }
        guard ReadOnlyFolder.isAcceptable(name), let folder = try? folder(of: components),
            let status = try? System.status(of: name, in: folder.number)
        else { return nil }
        return FileStatus(status)
    }

    /// The folder that the last of `components` is in; nil when one of the names is refused.
    private func folder(of components: [String]) throws(SystemError) -> Descriptor? {
        var folder = root
        for name in components.dropLast() {
            guard ReadOnlyFolder.isAcceptable(name) else { return nil }
            let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW
            folder = Descriptor(try System.open(name, in: folder.number, flags: flags))
        }
        return folder
    }

    private static func isAcceptable(_ name: String) -> Bool {
        guard let first = name.utf8.first else { return false }
        return first != UInt8(ascii: ".")
            && !name.utf8.contains { $0 == 0 || $0 == UInt8(ascii: "/") }
    }

    /// `ELOOP` is a symbolic link, `ENXIO` a socket.
    private static func isAbsence(_ error: SystemError) -> Bool {
        [ENOENT, ENOTDIR, ELOOP, ENAMETOOLONG, ENXIO].contains(error.errno)
    }

    private static func content(
        of file: Descriptor, bytesMax: Int
    ) throws(SystemError) -> FileContent? {
        guard let status = FileStatus(try System.status(of: file.number)), status.kind == .file
        else {
            return nil
        }
        guard status.size <= bytesMax else { throw SystemError(errno: EFBIG, call: "read") }
        return FileContent(
            bytes: try bytes(of: file, countMax: status.size),
            modifiedSeconds: status.modifiedSeconds,
            modifiedNanoseconds: status.modifiedNanoseconds, size: status.size)
    }

    /// Up to `countMax` bytes: what is being appended to the file meanwhile belongs to its next
    /// reading.
    private static func bytes(
        of file: Descriptor, countMax: Int
    ) throws(SystemError) -> [UInt8] {
        var failure: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: countMax) { buffer, count in
            let room = UnsafeMutableRawBufferPointer(buffer)
            while count < countMax {
                let rest = UnsafeMutableRawBufferPointer(rebasing: room[count..<countMax])
                switch System.read(file.number, into: rest) {
                case .count(0): return
                case .count(let more): count += more
                case .wouldBlock: return
                case .failed(let code):
                    failure = code
                    return
                }
            }
        }
        if failure != 0 { throw SystemError(errno: failure, call: "read") }
        return bytes
    }
}
