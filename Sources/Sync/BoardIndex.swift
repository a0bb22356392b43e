/// A board that observes an event.
struct BoardObserver: Sendable {
    enum Way: Sendable {
        /// The event is the board's own.
        case applies
        case hears
        /// The board is in memory, so it may also look at the other boards.
        case looks
    }

    let index: Int
    let way: Way
}

/// Finds the boards of a venue by their names, and those that observe an event: its own board, and
/// the boards that declare that they hear it.
struct BoardIndex: Sendable {
    private struct Source: Sendable {
        var ofKinds: [String: [BoardObserver]] = [:]
        var ofOtherKinds: [BoardObserver] = []
    }

    private var indices: [String: Int] = [:]
    /// By the name of the event's board. A journal may contain events of a board that the venue no
    /// longer has.
    private var sources: [String: Source] = [:]
    private var others = Source()

    /// - Parameter boards: the declarations of the venue's boards, by their indices.
    init(_ boards: [BoardDeclaration]) {
        for (index, board) in boards.enumerated() where indices[board.name] == nil {
            indices[board.name] = index
        }
        // Boards in memory come last, because they may look at the others.
        let order =
            boards.indices.filter { boards[$0].storage == .journal }
            + boards.indices.filter { boards[$0].storage == .memory }
        let kinds = Set(boards.flatMap(\.hears).flatMap { $0.kinds ?? [] })
        func source(of name: String?) -> Source {
            func observers(of kind: String?) -> [BoardObserver] {
                order.compactMap { index in
                    let board = boards[index]
                    if board.name == name { return BoardObserver(index: index, way: .applies) }
                    guard board.hears(kind, of: name) else { return nil }
                    return BoardObserver(
                        index: index, way: board.storage == .memory ? .looks : .hears)
                }
            }
            var source = Source(ofOtherKinds: observers(of: nil))
            for kind in kinds {
                let found = observers(of: kind)
                if found.count != source.ofOtherKinds.count { source.ofKinds[kind] = found }
            }
            return source
        }
        for name in boards.map(\.name) + boards.flatMap(\.hears).compactMap(\.board) {
            sources[name] = source(of: name)
        }
        others = source(of: nil)
    }

    func index(of board: String) -> Int? { indices[board] }

    /// The boards that observe an event, in the order in which they do.
    func observers(of event: Event) -> [BoardObserver] {
        let source = sources[event.board] ?? others
        return source.ofKinds[event.kind] ?? source.ofOtherKinds
    }
}
