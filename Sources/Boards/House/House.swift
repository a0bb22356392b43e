public import JSON
public import Sync

/// What the owner of a venue decides: its settings, and which device may do what.
///
/// The board knows no secret and no list of devices. Which devices there are, it asks through its
/// doors; what is to become true of them goes with the decision, into the same transaction as the
/// event.
public struct House: Board {
    /// With the settings as they are now.
    var venue: VenueRecord
    private let doors: HouseDoors
    /// The devices that have been signed out; their names in events are all that is left of them.
    var revoked: Set<String> = []
    /// What devices were made by the owner, when that is not what they came as.
    var roles: [String: Role] = [:]
    /// The codes by which screens were let in a moment ago, and when.
    var pairedCodes: [String: Instant] = [:]
    var lastRev = 0

    static let settingsView = "house/settings"
    /// No screen shows a code for longer.
    private static let codeMilliseconds: Int64 = 600_000
    /// The kind of the event by which a screen was let in.
    public static let pairedKind = Kind.paired.rawValue
    /// The kind of the event since which another PIN is asked for.
    public static let pinSetKind = Kind.pinSet.rawValue
    /// The kind of the event since which no PIN is asked for.
    public static let pinClearedKind = Kind.pinCleared.rawValue

    enum Action: String, CaseIterable {
        case configure = "house.configure"
        case invite = "house.invite"
        case pair = "house.pair"
        case revoke = "house.revoke"
        case rename = "house.rename"
        case setRole = "house.set_role"
        case setPIN = "house.set_pin"
        case clearPIN = "house.clear_pin"
        case forgive = "house.forgive"
        case renewJoinLink = "house.renew_join_link"
        case setWebhook = "house.set_webhook"
    }

    enum Kind: String {
        case configured
        case invited
        case paired
        case revoked
        case renamed
        case roleSet = "role_set"
        case pinSet = "pin_set"
        case pinCleared = "pin_cleared"
        case forgiven
        case joinLinkRenewed = "join_link_renewed"
        case webhookSet = "webhook_set"
        case webhookCleared = "webhook_cleared"
    }

    /// - Parameter venue: with the settings that it was made with; events change them.
    public init(venue: VenueRecord, doors: HouseDoors) {
        self.venue = venue
        self.doors = doors
    }

    public static let boardName = "house"

    public var name: String { Self.boardName }

    /// Whether this is a join link's id, be the link good or not.
    public static func isJoinLink(_ id: String) -> Bool { JoinLinkID(id) != nil }

    /// The venue with the settings as they are now.
    public var settings: VenueRecord { venue }

    public var actions: Set<String> { Self.actionNames }
    private static let actionNames = Set(Action.allCases.map(\.rawValue))

    /// What is kept of a PIN is the hub's own work: nobody else knows what it has to be.
    public var hubActions: Set<String> { Self.hubActionNames }
    private static let hubActionNames: Set = [Action.setPIN.rawValue]

    public var views: [ViewRule] {
        [
            ViewRule(
                name: Self.settingsView, scope: .shared, readers: [.owner, .host, .engineer])
        ]
    }

    public var emptyDocuments: [String: Document] {
        [Self.settingsView: Document(["venue": venue.settings])]
    }

    /// All of it is the owner's; a host may let a screen in that stands in the room.
    public func permits(_ mutation: Mutation, by principal: Principal) -> Bool {
        switch principal.role {
        case .owner: true
        case .host: Action(rawValue: mutation.action) == .pair
        case .engineer, .display, .guest: false
        }
    }

    /// Devices, links, the PIN and where alarms go, but not what the house is called.
    public func needsConfirmation(_ action: String) -> Bool {
        action != Action.configure.rawValue
    }

    /// `invite` and `pair` are answered with the link that signs the device in.
    public func result(of event: Event) -> JSON? {
        switch Kind(rawValue: event.kind) {
        case .invited, .paired: ["link": .string(doors.linkPath(secret(of: event.subject)))]
        default: nil
        }
    }

    func secret(of invitation: String) -> String { doors.linkSecret(invitation) }
    /// The doors do not know what is decided and not durable yet.
    func role(of device: String) throws(Rejection) -> Role? {
        try doors.role(device).map { roles[device] ?? $0 }
    }

    /// A code is good once, and the screen that shows it hears of it when that is durable.
    func isWaiting(code: String) -> Bool {
        pairedCodes[code] == nil && doors.isWaiting(code)
    }

    public func admits(_ principal: Principal) -> Bool {
        if principal.isNewcomer { return principal.device == venue.openJoinLink }
        return !revoked.contains(principal.device)
            && roles[principal.device].map { $0 == principal.role } ?? true
    }

    public func personalDocument(view: String, party: String) -> PersonalDocument? { nil }
    public func nextDue() -> Instant? { nil }
    public func decideDue(at moment: Moment) -> Decision? { nil }

    /// Devices are no guests.
    public func masked(_ value: JSON) -> JSON { value }

    public mutating func apply(_ event: Event) -> [RowChange] {
        guard event.board == name, event.rev > lastRev, let kind = Kind(rawValue: event.kind)
        else { return [] }
        lastRev = event.rev
        switch kind {
        case .configured, .joinLinkRenewed:
            let before = venue
            venue.change(by: event)
            if venue.settings == before.settings { return [] }
            return [
                RowChange(
                    view: Self.settingsView, member: "venue", row: nil, value: venue.settings)
            ]
        case .revoked: revoked.insert(event.subject)
        case .roleSet:
            roles[event.subject] = event.data["role"]?.text.flatMap(Role.init(rawValue:))
        case .paired:
            pairedCodes = pairedCodes.filter {
                event.at.milliseconds(since: $0.value) < Self.codeMilliseconds
            }
            if let code = event.data["code"]?.text { pairedCodes[code] = event.at }
        case .invited, .renamed, .pinSet, .pinCleared, .forgiven, .webhookSet, .webhookCleared:
            break
        }
        return []
    }
}

/// What the house asks of the world beyond its own events.
public struct HouseDoors: Sendable {
    /// The role of a device of the venue that is not signed out; `nil` when there is none. Throws
    /// `unavailable` when the list of devices can't be read.
    public var role: @Sendable (_ device: String) throws(Rejection) -> Role?
    /// Whether a screen shows this code now.
    public var isWaiting: @Sendable (_ code: String) -> Bool
    /// The secret of an invitation, derived from a key of the venue: the same one whenever it is
    /// asked for.
    public var linkSecret: @Sendable (_ invitation: String) -> String
    /// Where a browser follows a link with this secret.
    public var linkPath: @Sendable (_ secret: String) -> String

    public init(
        role: @escaping @Sendable (_ device: String) throws(Rejection) -> Role?,
        isWaiting: @escaping @Sendable (_ code: String) -> Bool,
        linkSecret: @escaping @Sendable (_ invitation: String) -> String,
        linkPath: @escaping @Sendable (_ secret: String) -> String
    ) {
        self.role = role
        self.isWaiting = isWaiting
        self.linkSecret = linkSecret
        self.linkPath = linkPath
    }

    /// For a copy of the board that only carries events out.
    public static let none = HouseDoors(
        role: { (_) throws(Rejection) in nil }, isWaiting: { _ in false }, linkSecret: { _ in "" },
        linkPath: { $0 })
}
