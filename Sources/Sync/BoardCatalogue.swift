/// What the boards of a venue declare, found by name. It never changes.
struct BoardCatalogue: Sendable {
    /// The index of the board that knows which boards are in use, if any.
    let boardsInUseKeeper: Int?
    /// By name.
    let actions: [String: KnownAction]
    /// The names of arguments that are secret in any action.
    let secretArguments: Set<String>
    /// By name, without parameters.
    let views: [String: ViewDeclaration]
    private let boardOfView: [String: Int]
    private let boards: BoardIndex

    init(_ boards: [any Board]) {
        boardsInUseKeeper = boards.firstIndex { $0.keepsBoardsInUse }
        actions = KnownAction.all(of: boards)
        secretArguments = actions.values.reduce(into: []) { $0.formUnion($1.secrets) }
        var views: [String: ViewDeclaration] = [:]
        var boardOfView: [String: Int] = [:]
        for (index, board) in boards.enumerated() {
            for view in board.declaration.views {
                views[view.name] = view
                boardOfView[view.name] = index
            }
        }
        self.views = views
        self.boardOfView = boardOfView
        self.boards = BoardIndex(boards.map(\.declaration))
    }

    /// The index of the board of this name, if the venue has it.
    func index(of board: String) -> Int? { boards.index(of: board) }

    /// The index of a view's board.
    ///
    /// - Parameter label: the view's name without its parameters.
    func boardIndex(ofView label: String) -> Int? { boardOfView[label] }

    /// The indices of the boards that observe an event, in the order in which they do.
    func observers(of event: Event) -> [Int] { boards.observers(of: event) }

    /// The minimum milliseconds between two diffs of the views that fold.
    var foldingIntervals: [String: Int64] {
        views.compactMapValues { view in
            view.diffsPerSecondMax.map { (1_000 + Int64($0) - 1) / Int64($0) }
        }
    }
}
