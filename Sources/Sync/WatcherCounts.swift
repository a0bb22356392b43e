/// How many clients watch the views of each board, apart from its television page's view.
public struct WatcherCounts: Sendable {
    private var counts: [String: Int] = [:]
    /// The boards with a view that somebody watches, not counting `<board>/display`.
    public private(set) var boards: Set<String> = []

    mutating func add(_ view: String) {
        guard let board = Self.board(ofView: view) else { return }
        counts[board, default: 0] += 1
        if counts[board] == 1 { boards.insert(board) }
    }

    mutating func remove(_ view: String, count: Int = 1) {
        guard count > 0, let board = Self.board(ofView: view), let known = counts[board] else {
            return
        }
        counts[board] = known > count ? known - count : nil
        if known <= count { boards.remove(board) }
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
