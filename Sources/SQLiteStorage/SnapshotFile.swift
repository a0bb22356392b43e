import CPlatform
import Glibc
import Storage
import Sync

/// A venue's snapshot as a file beside the database: `tablecast-main.snapshot`.
///
/// It is not in the database, because tens of megabytes there would go through the log twice, delay
/// the events that wait for the same writer, and be part of every backup. The file delays nothing,
/// appears only when it is complete, and may be lost.
///
/// It begins with 80 bytes: `TBLCSNAP`; the format, the revision, and the number of bytes that
/// follow the header, in 8 bytes each, the lowest first; the chain's link at the revision; the
/// first 16 bytes of SHA-256 over what follows the header; and the first 16 bytes of SHA-256 over
/// the header so far.
struct SnapshotFile {
    struct Header: Equatable {
        var rev: Int
        /// The link of the event at the revision. It differs in another journal, and in this
        /// journal if its past has changed.
        var link: [UInt8]
        var stateBytes: Int
        var stateDigest: [UInt8]
    }

    private static let magic = Array("TBLCSNAP".utf8)
    private static let format = 1
    private static let headerBytes = 80
    private static let digestBytes = 16
    /// The number of bytes written and flushed at a time. It bounds the delay of the journal's
    /// flushes.
    private static let portionBytes = 4 << 20

    let path: String
}

extension SnapshotFile {
    /// - Returns: the header; `nil` if the file does not exist.
    func readHeader() throws(SnapshotError) -> Header? {
        guard let descriptor = try open() else { return nil }
        defer { close(descriptor) }
        return try header(descriptor)
    }

    /// - Parameter isExpected: whether the header belongs to this journal. If not, the rest is not
    ///   read.
    /// - Returns: the state; `nil` if the file does not exist.
    func read(
        where isExpected: (Header) throws(SnapshotError) -> Bool
    ) throws(SnapshotError) -> StateReader? {
        guard let descriptor = try open() else { return nil }
        defer { close(descriptor) }
        let header = try header(descriptor)
        guard try isExpected(header) else { throw SnapshotError("it belongs to another journal") }
        var status = stat()
        guard fstat(descriptor, &status) == 0,
            Int(status.st_size) == Self.headerBytes + header.stateBytes
        else { throw SnapshotError("a part of it is missing") }
        let state = try bytes(header.stateBytes, descriptor)
        guard try Self.digest(state) == header.stateDigest else {
            throw SnapshotError("its checksum does not match")
        }
        return StateReader(state)
    }

    private func open() throws(SnapshotError) -> Int32? {
        // Opening a pipe must not wait for a writer.
        let descriptor = Glibc.open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        if descriptor >= 0 {
            var status = stat()
            if fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG {
                return descriptor
            }
            close(descriptor)
            throw SnapshotError("it is not a regular file")
        }
        let reason = SystemError()
        if reason.code == ENOENT { return nil }
        throw SnapshotError("it can't be opened: \(reason.text)")
    }

    private func header(_ descriptor: Int32) throws(SnapshotError) -> Header {
        let bytes = try bytes(Self.headerBytes, descriptor)
        let sum = Array(bytes.suffix(Self.digestBytes))
        guard bytes.starts(with: Self.magic), let format = Self.number(in: bytes, at: 8) else {
            throw SnapshotError("it is not a snapshot")
        }
        guard format == Self.format else { throw SnapshotError("it is of another format") }
        guard try Self.digest(Array(bytes.dropLast(Self.digestBytes))) == sum,
            let rev = Self.number(in: bytes, at: 16), let count = Self.number(in: bytes, at: 24),
            rev > 0, count >= 0
        else { throw SnapshotError("its checksum does not match") }
        return Header(
            rev: rev, link: Array(bytes[32..<48]), stateBytes: count,
            stateDigest: Array(bytes[48..<64]))
    }

    private static func number(in bytes: [UInt8], at offset: Int) -> Int? {
        var reader = StateReader(bytes, in: offset..<(offset + 8))
        return try? reader.readFixed()
    }

    private func bytes(
        _ count: Int, _ descriptor: Int32
    ) throws(SnapshotError) -> [UInt8] {
        var failure: SnapshotError?
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, done in
            while done < count {
                let got = Glibc.read(
                    descriptor, UnsafeMutableRawPointer(buffer.baseAddress?.advanced(by: done)),
                    count - done)
                if got > 0 {
                    done += got
                } else if got == 0 {
                    failure = SnapshotError("a part of it is missing")
                    return
                } else if errno != EINTR {
                    failure = SnapshotError("it can't be read: \(SystemError().text)")
                    return
                }
            }
        }
        if let failure { throw failure }
        return bytes
    }

    private static func digest(_ bytes: [UInt8]) throws(SnapshotError) -> [UInt8] {
        do throws(StoreError) {
            return Array(try SHA256.digest(bytes).prefix(digestBytes))
        } catch {
            throw SnapshotError(error.description)
        }
    }
}

extension SnapshotFile {
    /// Replaces the file. At any moment, either the old or the new file exists and is complete.
    func write(rev: Int, link: [UInt8], state: [UInt8]) throws(SnapshotError) {
        var header = StateWriter()
        header.append(Self.magic)
        header.writeFixed(Self.format)
        header.writeFixed(rev)
        header.writeFixed(state.count)
        header.append(link)
        header.append(try Self.digest(state))
        header.append(try Self.digest(header.bytes))
        let temporary = path + ".new"
        let descriptor = Glibc.open(
            temporary, O_CREAT | O_TRUNC | O_WRONLY | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Self.refusal() }
        do throws(SnapshotError) {
            defer { close(descriptor) }
            try Self.write(header.bytes[...], to: descriptor)
            for start in stride(from: 0, to: state.count, by: Self.portionBytes) {
                try Self.write(
                    state[start..<min(start + Self.portionBytes, state.count)], to: descriptor)
            }
        } catch {
            unlink(temporary)
            throw error
        }
        // The rename is not flushed. Until the system does that, the old file counts.
        guard rename(temporary, path) == 0 else {
            let refusal = Self.refusal()
            unlink(temporary)
            throw refusal
        }
    }

    private static func write(
        _ portion: ArraySlice<UInt8>, to descriptor: Int32
    ) throws(SnapshotError) {
        do throws(SystemError) {
            try FileSystem.write(portion, to: descriptor)
            guard fdatasync(descriptor) == 0 else { throw SystemError() }
        } catch {
            throw SnapshotError("it can't be written: \(error.text)")
        }
    }

    private static func refusal() -> SnapshotError {
        SnapshotError("it can't be written: \(SystemError().text)")
    }
}
