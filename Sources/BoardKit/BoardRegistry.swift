public import Sync

/// The boards of a hub.
public struct BoardRegistry: Sendable {
    public let modules: [BoardModule]
    /// The boards' own routes, by board and then by path. Paths without named components come
    /// first.
    private let routes: [String: [(path: RoutePath, routes: [BoardRoute])]]
    private let foreign: [String: ForeignRoutes]
    /// Whether owners may enter addresses of this machine and of private networks.
    public var allowsPrivateAddresses = false

    public init(_ modules: [BoardModule]) {
        self.modules = modules
        routes = Dictionary(
            modules.map { module in
                let paths = Dictionary(grouping: module.routes, by: \.path)
                    .map { (path: RoutePath($0), routes: $1) }
                return (
                    module.declaration.name, paths.sorted { $0.path.isFixed && !$1.path.isFixed }
                )
            }, uniquingKeysWith: { first, _ in first })
        foreign = Dictionary(
            modules.compactMap(\.foreignRoutes).map { ($0.root, $0) },
            uniquingKeysWith: { first, _ in first })
    }

    /// Creates the boards of a venue, in their state before any event.
    public func boards(
        for venue: VenueRecord, dependencies: BoardDependencies = .none
    ) -> [any ImportableBoard] {
        var dependencies = dependencies
        dependencies.optionalBoards =
            modules.map(\.declaration).filter { !$0.isAlwaysOn }.map(\.name)
        dependencies.deviceRoles = deviceRoles
        dependencies.allowsPrivateAddresses = allowsPrivateAddresses
        return modules.map { [dependencies] in $0.make(venue, dependencies) }
    }

    public var names: [String] { modules.map(\.declaration.name) }

    /// The roles that devices can have, in the order in which people see them. Guests sign in with
    /// tickets.
    public var deviceRoles: [Role] { Role.ofEveryDevice + addedRoles }

    public var roles: [Role] { deviceRoles + [.guest] }

    public var addedRoles: [Role] { modules.flatMap(\.declaration.roles).map(\.role) }

    /// The pages of the boards, followed by the hub's own.
    public var pages: [PageDeclaration] { modules.flatMap(\.pages) + PageDeclaration.ofHub }

    /// Returns a board's address with these components, or `nil` if no route has it.
    public func address(of board: String, at components: some Collection<String>) -> BoardAddress? {
        for (path, routes) in routes[board] ?? [] {
            if let named = path.named(in: components) {
                return BoardAddress(board: board, routes: routes, components: named)
            }
        }
        return nil
    }

    /// The routes whose addresses begin with `root`.
    public func foreignRoutes(at root: String) -> ForeignRoutes? { foreign[root] }

    /// The name of the action that makes a change for the hub.
    public func name(of action: HubAction) -> String? {
        modules.lazy.compactMap { $0.hubActions[action] }.first
    }

    /// Parses a list of boards for a new venue, such as `waitlist,notice`.
    ///
    /// - Throws: an error that lists the known names.
    public func chosen(_ list: String) throws(UnknownBoard) -> [String] {
        let chosen = list.split(separator: ",").map { piece in
            String(piece.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
        }
        for name in chosen where !names.contains(name) {
            throw UnknownBoard(name: name, known: names)
        }
        return chosen
    }
}

/// A name that belongs to no board.
public struct UnknownBoard: Error, CustomStringConvertible {
    public let name: String
    public let known: [String]

    public var description: String {
        "There is no board \(name); there are \(known.joined(separator: ", "))."
    }
}

extension Role {
    /// The roles that a device of any venue can be given.
    public static let ofEveryDevice: [Role] = [.owner, .host, .engineer, .display]
}
