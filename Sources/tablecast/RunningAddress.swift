import Foundation
import Glibc

/// The address at which the hub of a data folder last ran, so that commands know its port.
enum RunningAddress {
    /// Writes the address to a file that only its owner can read.
    ///
    /// - Parameters:
    ///  - address: The address for this machine. `localhost` stands for all of the machine's
    ///    addresses, and `127.0.0.1` for a hub that no other device reaches.
    ///  - outside: The address for other devices; `nil` if commands have to determine it.
    /// - Returns: `false` if the file can't be written. The hub works without it.
    static func write(_ address: String, outside: String?, to dataFolder: String) -> Bool {
        let lines = [address, outside].compactMap { $0 }.joined(separator: "\n") + "\n"
        let path = file(in: dataFolder).path
        let newPath = path + ".new"
        unlink(newPath)
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        let descriptor = open(newPath, flags, 0o600)
        guard descriptor >= 0 else { return false }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        let isWritten = (try? handle.write(contentsOf: Data(lines.utf8))) != nil
        return isWritten && rename(newPath, path) == 0
    }

    /// Returns an address such as `http://localhost:8080`, or `nil` if no hub has run on the folder.
    static func read(from dataFolder: String) -> String? { lines(of: dataFolder).first }

    /// Returns the address for other devices, or `nil` if none was written.
    static func readOutside(from dataFolder: String) -> String? {
        lines(of: dataFolder).dropFirst().first
    }

    private static func lines(of dataFolder: String) -> [String] {
        let text = try? String(contentsOf: file(in: dataFolder), encoding: .utf8)
        return (text ?? "").split(whereSeparator: \.isWhitespace).map(String.init)
    }

    private static func file(in dataFolder: String) -> URL {
        URL(fileURLWithPath: dataFolder).appendingPathComponent("address")
    }
}
