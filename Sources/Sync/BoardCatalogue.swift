/// The declarations of a venue's boards, found by name. It never changes.
struct BoardCatalogue: Sendable {
    /// The index of the board that stores which boards are in use, if any.
    let boardsInUseKeeper: Int?
    let actions: [String: KnownAction]
    /// The names of arguments that are secret in any action.
    let secretArguments: Set<String>
    /// By name, without parameters.
    let views: [String: ViewDeclaration]
    /// The views that are kept up to date for each board, by the board's index.
    let keptViews: [[KeptView]]
    private let boardOfView: [String: Int]
    private let boards: BoardIndex

    init(_ boards: [any Board]) {
        boardsInUseKeeper = boards.firstIndex { $0.keepsBoardsInUse }
        let declarations = boards.map(\.declaration)
        actions = KnownAction.all(of: declarations)
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
        keptViews = declarations.map { board in
            board.views.filter { !$0.isMadeOnDemand }.map { KeptView($0, of: board) }
        }
        self.boards = BoardIndex(declarations)
    }

    func index(of board: String) -> Int? { boards.index(of: board) }

    /// Returns whether the venue uses a board. A board that is not in use still hears every event,
    /// so it is up to date when it is switched on again. But it takes no mutations, shows nothing,
    /// and time causes no events on it.
    ///
    /// - Parameter boards: the boards at the moment in question.
    func isInUse(_ index: Int, among boards: [any Board]) -> Bool {
        if boards[index].declaration.isAlwaysOn { return true }
        guard let keeper = boardsInUseKeeper, let inUse = boards[keeper].boardsInUse else {
            return true
        }
        return inUse.contains(boards[index].name)
    }

    /// Returns the extensions of an action by boards in use.
    func extensions(of action: KnownAction, among boards: [any Board]) -> [KnownAction.Extension] {
        action.extensions.filter { isInUse($0.board, among: boards) }
    }

    /// The index of a view's board.
    ///
    /// - Parameter label: the view's name without its parameters.
    func boardIndex(ofView label: String) -> Int? { boardOfView[label] }

    func observers(of event: Event) -> [BoardObserver] { boards.observers(of: event) }

    /// The minimum milliseconds between two diffs of each folding view.
    var foldingIntervals: [String: Int64] {
        views.compactMapValues { view in
            view.diffsPerSecondMax.map { (1_000 + Int64($0) - 1) / Int64($0) }
        }
    }
}

/// A view whose document is always kept up to date, even if nobody watches it.
struct KeptView: Sendable {
    let name: String
    let key: ViewKey
    /// The key of its masked form, if it has one.
    let maskedKey: ViewKey?
    let isJournaled: Bool

    init(_ view: ViewDeclaration, of board: BoardDeclaration) {
        name = view.name
        key = ViewKey(name: view.name)
        maskedKey = view.maskedFor.isEmpty ? nil : ViewKey(name: view.name, isMasked: true)
        isJournaled = board.isJournaled(view: view.name)
    }
}
