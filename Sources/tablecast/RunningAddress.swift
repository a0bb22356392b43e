import Foundation
import Glibc

/// Where the hub of a data folder was last reached, so that a link is made for the right port
/// without being told it.
enum RunningAddress {
    /// For the owner's eyes only, as everything in the data folder.
    ///
    /// - Parameters:
    ///   - address: as this machine reaches the hub. `localhost` in it stands for all of the machine's
    ///     addresses, and `127.0.0.1` for a hub that no other device reaches.
    ///   - outside: where other devices reach it, if that is not to be worked out when it is needed.
    /// - Returns: false when the folder doesn't take it; the hub runs all the same.
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

    /// `http://localhost:8080`, or `nil` when no hub has run on the folder.
    static func read(from dataFolder: String) -> String? { lines(of: dataFolder).first }

    /// Where other devices reached the hub, where that was written down.
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
