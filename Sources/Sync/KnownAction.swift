/// An action of a venue, with the extensions of other boards. Immutable and shared.
final class KnownAction: Sendable {
    struct Extension: Sendable {
        /// The index of the board that extends the action.
        var board: Int
        var declaration: ExtensionDeclaration
    }

    /// The index of the action's board.
    let board: Int
    let declaration: ActionDeclaration
    /// Whether the journal keeps its events.
    let isJournaled: Bool
    /// In the order of the boards.
    let extensions: [Extension]
    /// Whether it undoes an event of its board.
    let isUndo: Bool
    /// The names of all secret arguments.
    let secrets: Set<String>
    /// The names of the action's own sealed arguments.
    let sealed: Set<String>

    /// - Parameter index: the index of its board.
    private init(
        _ action: ActionDeclaration, of board: BoardDeclaration, at index: Int,
        extensions: [Extension]
    ) {
        self.board = index
        declaration = action
        isJournaled = board.isJournaled(action: action.name)
        self.extensions = extensions
        isUndo = action.name == "\(board.name).undo"
        let arguments = action.arguments + extensions.flatMap(\.declaration.arguments)
        secrets = Set(arguments.filter(\.isSecret).map(\.name))
        sealed = Set(action.arguments.filter(\.isSealed).map(\.name))
    }

    static func all(of boards: [BoardDeclaration]) -> [String: KnownAction] {
        var extensions: [String: [Extension]] = [:]
        for (index, board) in boards.enumerated() {
            for added in board.extensions {
                extensions[added.action, default: []].append(
                    Extension(board: index, declaration: added))
            }
        }
        var actions: [String: KnownAction] = [:]
        for (index, board) in boards.enumerated() {
            for action in board.actions {
                actions[action.name] = KnownAction(
                    action, of: board, at: index, extensions: extensions[action.name] ?? [])
            }
        }
        return actions
    }

    func argument(_ name: String) -> ArgumentDeclaration? {
        argument(name, among: extensions)
    }

    /// - Parameter extensions: the extensions that apply.
    func argument(_ name: String, among extensions: [Extension]) -> ArgumentDeclaration? {
        declaration.argument(name)
            ?? extensions.lazy.compactMap { $0.declaration.argument(name) }.first
    }
}

extension Mutation {
    /// The mutation without the arguments of these extensions.
    func without(_ extensions: [KnownAction.Extension]) -> Mutation {
        if extensions.isEmpty { return self }
        var own = self
        for added in extensions.flatMap(\.declaration.arguments) {
            own.arguments[added.name] = nil
        }
        return own
    }
}
