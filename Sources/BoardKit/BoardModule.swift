public import Sync

/// A board as a part of the program: its declaration, and everything besides its rules.
public struct BoardModule: Sendable {
    public let declaration: BoardDeclaration
    /// Creates the board in its state before any event, for a venue with its initial settings.
    public let make: @Sendable (VenueRecord, BoardDependencies) -> any ImportableBoard

    public let pages: [PageDeclaration]
    public let panels: [PanelDeclaration]
    public let routes: [BoardRoute]
    /// Routes for clients of another system.
    public let foreignRoutes: ForeignRoutes?
    /// The actions by which the hub itself makes changes.
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
