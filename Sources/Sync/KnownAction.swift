/// An action of a venue, with what other boards add to it.
struct KnownAction: Sendable {
    struct Extension: Sendable {
        /// The index of the board that extends the action.
        var board: Int
        var declaration: ExtensionDeclaration
    }

    /// The index of the action's board.
    var board: Int
    var declaration: ActionDeclaration
    /// Whether the journal keeps its events.
    var isJournaled: Bool
    /// In the order of the boards.
    var extensions: [Extension] = []

    /// Whether it undoes an event of its board.
    var isUndo = false

    /// The names of all secret arguments.
    private(set) var secrets: Set<String> = []

    /// The names of the action's own sealed arguments.
    private(set) var sealed: Set<String> = []

    /// The actions of all boards, by name.
    static func all(of boards: [any Board]) -> [String: KnownAction] {
        var actions: [String: KnownAction] = [:]
        for (index, board) in boards.enumerated() {
            for action in board.declaration.actions {
                actions[action.name] = KnownAction(
                    board: index, declaration: action,
                    isJournaled: board.declaration.isJournaled(action: action.name),
                    isUndo: action.name == "\(board.name).undo")
                actions[action.name]?.note(action.arguments)
                actions[action.name]?.sealed = Set(
                    action.arguments.filter(\.isSealed).map(\.name))
            }
        }
        for (index, board) in boards.enumerated() {
            for added in board.declaration.extensions {
                actions[added.action]?.extensions.append(
                    Extension(board: index, declaration: added))
                actions[added.action]?.note(added.arguments)
            }
        }
        return actions
    }

    private mutating func note(_ arguments: [ArgumentDeclaration]) {
        secrets.formUnion(arguments.filter(\.isSecret).map(\.name))
    }

    func argument(_ name: String) -> ArgumentDeclaration? {
        declaration.argument(name)
            ?? extensions.lazy.compactMap { $0.declaration.argument(name) }.first
    }

    /// The mutation without the arguments that other boards add.
    func own(_ mutation: Mutation) -> Mutation {
        if extensions.isEmpty { return mutation }
        var own = mutation
        for added in extensions.flatMap(\.declaration.arguments) {
            own.arguments[added.name] = nil
        }
        return own
    }
}
