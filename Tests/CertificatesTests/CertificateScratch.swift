import Glibc
import Testing

/// A folder that is gone after the test.
final class CertificateScratch {
    let path: String

    init() throws {
        var template = Array("\(P_tmpdir)/tablecast-XXXXXX".utf8CString)
        path = String(cString: try #require(mkdtemp(&template)))
    }

    deinit {
        for folder in [path + "/tls", path] {
            for name in CertificateScratch.names(in: folder) { unlink("\(folder)/\(name)") }
            rmdir(folder)
        }
    }

    static func names(in folder: String) -> [String] {
        guard let stream = opendir(folder) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    static func mode(of path: String) -> mode_t? {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_mode & 0o777 : nil
    }

    static func bytes(of path: String) -> [UInt8] {
        guard let file = fopen(path, "r") else { return [] }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        let count = fread(&bytes, 1, bytes.count, file)
        return Array(bytes[..<count])
    }

    static func write(_ bytes: some Sequence<UInt8>, to path: String) {
        guard let file = fopen(path, "w") else { return }
        for byte in bytes { fputc(Int32(byte), file) }
        fclose(file)
    }
}
