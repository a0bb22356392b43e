/// An address of a board, below `/v1/<venue>/<board>/`.
public struct BoardAddress: Sendable {
    public let board: String
    /// The routes at the address, one for each method.
    public let routes: [BoardRoute]
    /// The components of the path that the routes name, by name.
    public let components: [String: String]
}

/// The path of a route, whose components may be named: `rooms/{id}`.
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

    /// The names of components, in the order of the path.
    package var names: [String] {
        components.compactMap { if case .named(let name) = $0 { name } else { nil } }
    }

    package var isFixed: Bool { names.isEmpty }

    /// Returns the named components of a path, or `nil` if the path does not match.
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
