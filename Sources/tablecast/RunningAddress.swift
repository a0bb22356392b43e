import Foundation

/// Where the hub of a data folder was last reached, so that a link is made for the right port
/// without being told it.
enum RunningAddress {
    /// - Parameters:
    ///   - address: as this machine reaches the hub. `localhost` in it stands for all of the machine's
    ///     addresses, and `127.0.0.1` for a hub that no other device reaches.
    ///   - outside: where other devices reach it, if that is not to be worked out when it is needed.
    /// - Returns: false when the folder doesn't take it; the hub runs all the same.
    static func write(_ address: String, outside: String?, to dataFolder: String) -> Bool {
        let lines = [address, outside].compactMap { $0 }.joined(separator: "\n") + "\n"
        return (try? Data(lines.utf8).write(to: file(in: dataFolder), options: .atomic)) != nil
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
