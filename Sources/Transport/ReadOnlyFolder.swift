import Glibc

/// The files below one folder, readable by paths that can't leave it.
///
/// A path is a list of names. Each is opened below the descriptor of the one before, and symbolic
/// links are not followed. So only files in the folder are read, even if something is moved
/// meanwhile. Names that are empty, begin with a dot (`.`, `..`, hidden files), or contain a slash
/// or NUL are refused. Devices, pipes and sockets are not read.
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

    /// Opens the folder at `path`, which may itself be a symbolic link. Throws `ENOENT`, `ENOTDIR`
    /// or `EACCES`, for example.
    public init(path: String) throws(SystemError) {
        root = Descriptor(try System.open(path, flags: O_RDONLY | O_DIRECTORY))
    }

    /// Returns the file at `components`; `nil` if it does not exist. Throws `EFBIG` if it has more
    /// than `bytesMax` bytes, `EACCES` if it may not be read, and other errors of the system.
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

    /// Returns the status of the file or folder at `components`, or of this folder if they are
    /// empty. Returns `nil` if there is nothing readable.
    public func status(_ components: [String]) -> FileStatus? {
        guard let name = components.last else {
            return (try? System.status(of: root.number)).flatMap(FileStatus.init)
        }
        guard ReadOnlyFolder.isAcceptable(name), let folder = try? folder(of: components),
            let status = try? System.status(of: name, in: folder.number)
        else { return nil }
        return FileStatus(status)
    }

    /// Opens the folder that contains the last of `components`. Returns `nil` if a name is refused.
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

    /// Whether an error means that there is no such file. `ELOOP` stands for a symbolic link,
    /// `ENXIO` for a socket.
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

    /// Reads at most `countMax` bytes. Leaves out what is appended to the file meanwhile.
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
