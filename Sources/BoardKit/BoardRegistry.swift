public import Sync

/// The boards of a hub.
public struct BoardRegistry: Sendable {
    public let modules: [BoardModule]
    /// The boards' own routes by board, those at one path together. Paths without named components
    /// come first.
    private let routes: [String: [(path: RoutePath, routes: [BoardRoute])]]
    private let foreign: [String: ForeignRoutes]
    /// Whether owners may name addresses of this machine and of private networks.
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

    /// The boards of a venue, in their state before any event.
    public func boards(
        for venue: VenueRecord, dependencies: BoardDependencies = .none
    ) -> [any ImportableBoard] {
        var dependencies = dependencies
        let declarations = modules.map(\.declaration)
        dependencies.optionalBoards = declarations.filter { !$0.isAlwaysOn }.map(\.name)
        for added in declarations.flatMap(\.extensions) where added.isUncounted {
            dependencies.uncounted[String(added.action.prefix { $0 != "." }), default: []]
                .formUnion(added.arguments.map(\.name))
        }
        dependencies.deviceRoles = deviceRoles
        dependencies.allowsPrivateAddresses = allowsPrivateAddresses
        return modules.map { [dependencies] in $0.make(venue, dependencies) }
    }

    public var names: [String] { modules.map(\.declaration.name) }

    /// The roles that devices can have, in the order in which people are told of them. Guests sign
    /// in with tickets.
    public var deviceRoles: [Role] { Role.ofEveryDevice + addedRoles }

    /// All roles.
    public var roles: [Role] { deviceRoles + [.guest] }

    /// The roles that boards add.
    public var addedRoles: [Role] { modules.flatMap(\.declaration.roles).map(\.role) }

    /// The pages of the boards, followed by the hub's own.
    public var pages: [PageDeclaration] { modules.flatMap(\.pages) + PageDeclaration.ofHub }

    /// Returns a board's address with these components, or `nil` if it has no route there.
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

/// There is no board of this name.
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

/// A board as a part of the program: its declaration, and everything besides its rules.
public struct BoardModule: Sendable {
    public let declaration: BoardDeclaration
    /// Makes the board in its state before any event, for a venue with its initial settings.
    public let make: @Sendable (VenueRecord, BoardDependencies) -> any ImportableBoard

    public let pages: [PageDeclaration]
    /// What it adds to other boards' pages.
    public let panels: [PanelDeclaration]
    public let routes: [BoardRoute]
    /// Routes for clients of another system.
    public let foreignRoutes: ForeignRoutes?
    /// The actions by which the hub itself changes something.
    public let hubActions: [HubAction: String]

    package init(
        _ declaration: BoardDeclaration, pages: [PageDeclaration] = [],
        panels: [PanelDeclaration] = [], routes: [BoardRoute] = [],
        foreignRoutes: ForeignRoutes? = nil,
        hubActions: [HubAction: String] = [:],
        make: @escaping @Sendable (VenueRecord, BoardDependencies) -> any ImportableBoard
    ) {
        self.declaration = declaration
        self.pages = pages.map { $0.ofBoard(declaration.name) }
        self.panels = panels
        self.routes = routes
        self.foreignRoutes = foreignRoutes
        self.hubActions = hubActions
        self.make = make
    }
}

/// A change that the hub makes by an action of some board.
public enum HubAction: Sendable {
    /// With the argument `digest`: the digest of the PIN.
    case setPIN
    case clearPIN
    /// Reports the state of an effect (`Mutation.effect`).
    case reportEffect
}

/// Addresses of another system that a board serves for its clients, in plain text.
public struct ForeignRoutes: Sendable {
    /// The first component of each address: `api`.
    public let root: String
    /// The roles of devices that may use them.
    public let roles: Set<Role>
    /// Handles a request.
    ///
    /// - Parameters:
    ///   - method: `GET`, …. A `HEAD` is passed as `GET`.
    ///   - pieces: the decoded components after the root; `nil` if they are malformed.
    public let outcome:
        @Sendable (_ method: String, _ pieces: [String]?, _ venue: Venue) -> RouteOutcome

    package init(
        root: String, roles: Set<Role>,
        outcome:
            @escaping @Sendable (_ method: String, _ pieces: [String]?, _ venue: Venue) ->
            RouteOutcome
    ) {
        self.root = root
        self.roles = roles
        self.outcome = outcome
    }
}

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
