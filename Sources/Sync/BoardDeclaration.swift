public import JSON

/// The parts of a board that are the same in every venue: its actions, views, roles and settings.
///
/// It is a class, so that copies of a board's state share it.
public final class BoardDeclaration: Sendable {
    /// Where a board's events are stored.
    public enum Storage: Sendable {
        case journal
        /// In memory, until the hub stops. The journal still keeps the board's `configure` and its
        /// view `settings`. The board saves only the state that the journal has made, and its
        /// `emptyDocuments` show that state.
        case memory
    }

    /// The first part of the board's actions, views and event types: `waitlist`.
    public let name: String
    /// A sentence that describes the board's purpose.
    public let summary: String
    /// Whether every venue uses the board. Owners switch the others on and off.
    public let isAlwaysOn: Bool
    public let actions: [ActionDeclaration]
    public let views: [ViewDeclaration]
    /// The roles that the board adds to those of every venue.
    public let roles: [RoleDeclaration]
    /// The settings that an owner can change. The kernel adds an action, event and view for them.
    public let settings: [SettingDeclaration]
    public let storage: Storage
    /// The extensions of other boards' actions.
    public let extensions: [ExtensionDeclaration]
    /// The events of other boards that the board hears.
    public let hears: [HeardEvents]
    /// The actions that cause each kind of event that `undo` can take back.
    public let causes: [String: Set<String>]
    /// The board's own problems. Others are the same on every board.
    public let problems: [ProblemDeclaration]
    /// The version of the board's saved state. It changes when the state's format changes, and when
    /// `apply` or `hear` makes a different state or different rows from the same events.
    public let stateVersion: String
    private let actionsByName: [String: ActionDeclaration]
    let personalArguments: Set<String>

    /// - Parameters:
    ///   - settingsNeedConfirmation: whether the PIN must have been entered recently to change
    ///     them.
    ///   - hears: the events of other boards that `hear` is called for; by default, none.
    ///   - besideSettings: further members of the view of the settings. The board makes them, like
    ///     the rows of its own views.
    public init(
        name: String, summary: String, isAlwaysOn: Bool = false, actions: [ActionDeclaration],
        views: [ViewDeclaration], roles: [RoleDeclaration] = [],
        settings: [SettingDeclaration] = [], settingsNeedConfirmation: Bool = false,
        besideSettings: [ArgumentDeclaration] = [],
        storage: Storage = .journal, extensions: [ExtensionDeclaration] = [],
        hears: [HeardEvents] = [], problems: [ProblemDeclaration] = [],
        stateVersion: String = "1"
    ) {
        precondition(
            problems.allSatisfy { $0.code.hasPrefix("\(name).") },
            "the code of a problem of \(name) is not its own")
        self.name = name
        self.summary = summary
        self.isAlwaysOn = isAlwaysOn
        let configure = Self.configure(
            name, settings, needsConfirmation: settingsNeedConfirmation)
        self.actions = settings.isEmpty ? actions : actions + [configure]
        self.views =
            settings.isEmpty ? views : views + [Self.settingsView(name, settings, besideSettings)]
        self.roles = roles
        self.settings = settings
        self.storage = storage
        self.extensions = extensions
        self.hears = hears
        causes = self.actions.reduce(into: [:]) { causes, action in
            for kind in action.causes { causes[kind, default: []].insert(action.name) }
        }
        self.problems = problems
        self.stateVersion = stateVersion
        actionsByName = Dictionary(
            self.actions.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        personalArguments = Set(
            self.actions.flatMap(\.arguments).filter(\.isPersonal).map(\.name))
    }

    /// Returns the action with this full name: `waitlist.add`.
    public func action(_ name: String) -> ActionDeclaration? { actionsByName[name] }

    func actions(causing kind: String) -> [ActionDeclaration] {
        (causes[kind] ?? []).compactMap { actionsByName[$0] }
    }

    /// Whether the board hears an event of another board.
    public func hears(_ event: Event) -> Bool { hears(event.kind, of: event.board) }

    /// - Parameters:
    ///   - kind: `nil` for a kind that no declaration names.
    ///   - board: `nil` for a board that no declaration names.
    func hears(_ kind: String?, of board: String?) -> Bool {
        hears.contains { $0.contains(kind, of: board) }
    }

    /// Whether the board's `undo` can reverse the action.
    public func isUndoable(_ action: ActionDeclaration) -> Bool { !action.causes.isEmpty }

    /// Whether the journal keeps the events of this action.
    func isJournaled(action: String) -> Bool {
        storage == .journal || action == "\(name).\(BoardSettings.action)"
    }

    /// Whether the view shows what the journal keeps.
    func isJournaled(view: String) -> Bool {
        storage == .journal || view == "\(name)/\(BoardSettings.viewName)"
    }
}

/// Events of other boards that a board hears.
public struct HeardEvents: Sendable {
    /// `nil` for every board.
    let board: String?
    /// `nil` for every kind.
    let kinds: Set<String>?

    /// The events of every other board.
    public static let all = HeardEvents(board: nil, kinds: nil)
    /// Changes of the settings of every other board.
    public static let settings = HeardEvents(board: nil, kinds: [BoardSettings.eventKind])
    /// The event that the hub's clock was set back, by whichever board records it.
    public static let clockSetBack = HeardEvents(board: nil, kinds: [Event.clockSetBackKind])

    private init(board: String?, kinds: Set<String>?) {
        self.board = board
        self.kinds = kinds
    }

    /// The events of a board.
    ///
    /// - Parameter kinds: the kinds that are heard; by default, all.
    public init(of board: String, _ kinds: Set<String>? = nil) {
        self.init(board: board, kinds: kinds)
    }

    fileprivate func contains(_ kind: String?, of board: String?) -> Bool {
        if let wanted = self.board, wanted != board { return false }
        guard let kinds else { return true }
        return kind.map(kinds.contains) ?? false
    }
}

/// A role that a board adds. Its devices can read what the room's screens show, and perform the
/// actions that name the role.
public struct RoleDeclaration: Sendable {
    public let role: Role
    /// A sentence that says who has the role.
    public let summary: String

    public init(_ role: Role, _ summary: String) {
        self.role = role
        self.summary = summary
    }
}

/// An action that people or programs can request of a board.
public struct ActionDeclaration: Sendable {
    /// The guests who may perform an action with their tickets.
    public enum Guests: Sendable, Equatable {
        case none
        /// Guests whose ticket is for the item in this argument.
        case ofSubject(argument: String)
        case all
    }

    /// Board and verb: `waitlist.add`.
    public var name: String
    /// A sentence that describes the action.
    public var summary: String
    /// The kinds of its events, if `undo` can take these back.
    public var causes: Set<String>
    /// In the order in which their problems are reported.
    public var arguments: [ArgumentDeclaration]
    /// The roles of devices that may perform it.
    public var roles: Set<Role>
    public var guests: Guests
    /// Whether it may be performed with the venue's join link.
    public var isOpenByJoinLink: Bool
    /// Whether only the hub itself may perform it.
    public var isHubOnly: Bool
    /// Whether the PIN must have been entered recently.
    public var needsConfirmation: Bool
    /// The members of the answer's `result`.
    public var result: [ArgumentDeclaration]

    public init(
        _ name: String, _ summary: String, causes: Set<String> = [],
        arguments: [ArgumentDeclaration] = [],
        roles: Set<Role> = [.owner, .host], guests: Guests = .none,
        isOpenByJoinLink: Bool = false, isHubOnly: Bool = false, needsConfirmation: Bool = false,
        result: [ArgumentDeclaration] = []
    ) {
        self.name = name
        self.summary = summary
        self.causes = causes
        self.arguments = arguments
        self.roles = roles
        self.guests = guests
        self.isOpenByJoinLink = isOpenByJoinLink
        self.isHubOnly = isHubOnly
        self.needsConfirmation = needsConfirmation
        self.result = result
    }

    private var board: Substring { name.prefix { $0 != "." } }

    public func argument(_ name: String) -> ArgumentDeclaration? {
        arguments.first { $0.name == name }
    }

    /// Whether the principal may perform it with these arguments, regardless of the board's state.
    /// A guest who names no item at all is permitted here; the board reports that as `invalid`.
    func permits(_ mutation: Mutation, by principal: Principal) -> Bool {
        if principal.isByJoinLink { return isOpenByJoinLink }
        guard principal.role == .guest else { return roles.contains(principal.role) }
        switch guests {
        case .none: return false
        case .all: return true
        case .ofSubject(let argument):
            guard let subject = principal.subject, subject.board == board else { return false }
            return mutation.arguments[argument]?.text.map { $0 == subject.id } ?? true
        }
    }
}

/// An extension of another board's action: arguments, and a check after the other board's.
public struct ExtensionDeclaration: Sendable {
    /// The other board's action: `waitlist.add`.
    public var action: String
    /// The added arguments. None may be personal: their values appear in the item's row for
    /// everybody who sees the row.
    public var arguments: [ArgumentDeclaration]

    public init(_ action: String, arguments: [ArgumentDeclaration] = []) {
        self.action = action
        self.arguments = arguments
    }

    public func argument(_ name: String) -> ArgumentDeclaration? {
        arguments.first { $0.name == name }
    }
}

/// One argument of an action, or one member of its result.
public struct ArgumentDeclaration: Sendable {
    /// The senders who may give an argument.
    public enum Givers: Sendable {
        case all
        /// Only people who come by the venue's join link.
        case byJoinLink
        /// Everybody else.
        case notByJoinLink
    }

    public var name: String
    /// Its meaning, in a few words or a sentence.
    public var summary: String
    public var schema: Schema
    public var isRequired: Bool
    /// Whether only its sender may know it. It counts in comparisons of repeated mutations, but is
    /// never reported.
    public var isSecret: Bool
    /// Whether the store keeps it sealed. A text is stored for the board's effects and connectors,
    /// under the name `<subject>/<argument>`, and the event only records that it was set. Any other
    /// value is stored with the decision's effects.
    public var isSealed: Bool
    /// Whether it may contain personal data, which engineers see masked.
    public var isPersonal: Bool
    public var givers: Givers

    public init(
        _ name: String, _ summary: String, schema: Schema, isRequired: Bool,
        isSecret: Bool = false, isSealed: Bool = false, isPersonal: Bool = false,
        givers: Givers = .all
    ) {
        self.name = name
        self.summary = summary
        self.schema = schema
        self.isRequired = isRequired
        self.isSecret = isSecret || isSealed
        self.isSealed = isSealed
        self.isPersonal = isPersonal
        self.givers = givers
    }

    package func isGiven(byJoinLink: Bool) -> Bool {
        switch givers {
        case .all: true
        case .byJoinLink: byJoinLink
        case .notByJoinLink: !byJoinLink
        }
    }
}

/// A view that a board offers, and who may watch it.
public struct ViewDeclaration: Sendable {
    public enum Scope: Sendable {
        /// One document for all readers.
        case shared
        /// One document for each guest, about the guest's own subject.
        case personal
    }

    /// Board and audience: `waitlist/display`.
    public var name: String
    public var scope: Scope
    public var readers: Set<Role>
    /// The readers who get it masked.
    public var maskedFor: Set<Role>
    /// The parameters, in the order in which the view's name lists them: texts, numbers and
    /// choices. A view with parameters is made on demand, for each combination of values.
    public var parameters: [ArgumentDeclaration]
    /// The schema of its documents, if declared.
    public var document: Schema?
    /// The maximum number of diffs per second. Faster changes are folded into one diff. `nil` means
    /// that every diff is sent.
    public var diffsPerSecondMax: Int?

    public init(
        name: String, scope: Scope, readers: Set<Role>, maskedFor: Set<Role> = [],
        parameters: [ArgumentDeclaration] = [], document: Schema? = nil,
        diffsPerSecondMax: Int? = nil
    ) {
        precondition(
            diffsPerSecondMax.map { (1...1_000).contains($0) } ?? true,
            "\(name) can't send so many diffs a second")
        precondition(
            parameters.allSatisfy { !ViewRequest.reservedNames.contains($0.name) },
            "a parameter of \(name) has a name that queries use otherwise")
        self.name = name
        self.scope = scope
        self.readers = readers
        self.maskedFor = maskedFor
        self.parameters = parameters
        self.document = document
        self.diffsPerSecondMax = diffsPerSecondMax
    }

    /// Whether a role may watch the view. Roles that boards add belong to people who work in the
    /// room, so they may also see what the room's screens show.
    public func isReadable(by role: Role) -> Bool {
        readers.contains(role) || role.isAdded && name.hasSuffix("/display")
    }

    /// Whether there is a document for each combination of parameters or for each subject, made on
    /// demand.
    var isMadeOnDemand: Bool { scope == .personal || !parameters.isEmpty }
}

extension JSON {
    /// The replacement for a masked value.
    public static let mask: JSON = "•••"
}
