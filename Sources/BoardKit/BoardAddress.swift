/// An address of a board, below `/v1/<venue>/<board>/`.
public struct BoardAddress: Sendable {
    public let board: String
    /// One for each method.
    public let routes: [BoardRoute]
    /// What the path's named components are, by name.
    public let components: [String: String]
}

/// The path of a route, of which some components may have names instead of texts: `rooms/{id}`.
struct RoutePath: Sendable {
    private enum Component: Sendable {
        case fixed(String)
        case named(String)
    }

    private let components: [Component]

    init(_ text: String) {
        components = text.split(separator: "/").map { piece in
            piece.hasPrefix("{") && piece.hasSuffix("}")
                ? .named(String(piece.dropFirst().dropLast())) : .fixed(String(piece))
        }
    }

    /// The names, in the order of the path.
    package var names: [String] {
        components.compactMap { if case .named(let name) = $0 { name } else { nil } }
    }

    package var isFixed: Bool { names.isEmpty }

    /// Returns what stands for the names, or `nil` if it is another path.
    package func named(in path: some Collection<String>) -> [String: String]? {
        guard path.count == components.count else { return nil }
        var named: [String: String] = [:]
        for (component, piece) in zip(components, path) {
            switch component {
            case .fixed(let text):
                guard piece == text else { return nil }
            case .named(let name):
                guard !piece.isEmpty else { return nil }
                named[name] = piece
            }
        }
        return named
    }
}
