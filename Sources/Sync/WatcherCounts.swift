/// How many clients watch each view, and the boards of the watched views.
public struct WatcherCounts: Sendable {
    private var clientCounts: [String: Int] = [:]
    /// How many views of each board are watched, not counting `<board>/display`.
    private var viewCounts: [String: Int] = [:]
    /// The boards with a view that somebody watches, not counting `<board>/display`.
    public private(set) var boards: Set<String> = []

    mutating func add(_ view: String) {
        let count = clientCounts[view, default: 0]
        clientCounts[view] = count + 1
        guard count == 0, let board = Self.board(ofView: view) else { return }
        viewCounts[board, default: 0] += 1
        boards.insert(board)
    }

    mutating func remove(_ view: String, count: Int = 1) {
        guard count > 0, let known = clientCounts[view] else { return }
        clientCounts[view] = known > count ? known - count : nil
        guard known <= count, let board = Self.board(ofView: view),
            let views = viewCounts[board]
        else { return }
        viewCounts[board] = views > 1 ? views - 1 : nil
        if views == 1 { boards.remove(board) }
    }

    /// Returns the board of a view that counts. A television shows `<board>/display` all day.
    private static func board(ofView view: String) -> String? {
        let label = ViewRequest.label(of: view)
        guard let slash = label.utf8.firstIndex(of: UInt8(ascii: "/")),
            label[slash...] != "/display"
        else { return nil }
        return String(label[..<slash])
    }
}
