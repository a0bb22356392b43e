import Foundation

/// Where the hub of a data folder was last reached, so that a link is made for the right port
/// without being told it.
enum RunningAddress {
    /// - Returns: false when the folder doesn't take it; the hub runs all the same.
    static func write(_ address: String, to dataFolder: String) -> Bool {
        let file = URL(fileURLWithPath: dataFolder).appendingPathComponent("address")
        return (try? Data((address + "\n").utf8).write(to: file, options: .atomic)) != nil
    }

    /// `http://localhost:8080`, or `nil` when no hub has run on the folder.
    static func read(from dataFolder: String) -> String? {
        let file = URL(fileURLWithPath: dataFolder).appendingPathComponent("address")
        guard let text = try? String(contentsOf: file, encoding: .utf8) else { return nil }
        let address = text.trimmingCharacters(in: .whitespacesAndNewlines)
        return address.isEmpty ? nil : address
    }
}
