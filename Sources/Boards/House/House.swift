package import BoardKit
package import JSON
package import Sync

/// The owner's decisions: the venue's settings, and the permissions of each device.
///
/// The board stores no secrets and no list of devices. It looks devices up through its
/// dependencies, and changes them in the event's transaction.
package struct House: ActingBoard {
    package internal(set) var settings: VenueProfile
    let dependencies: BoardDependencies
    package let declaration: BoardDeclaration
    /// The boards that the owner has chosen; `nil` before the first choice.
    package internal(set) var boardsInUse: Set<String>?
    var revoked: Set<String> = []
    /// The roles that the owner has changed.
    var roles: [String: Role] = [:]
    /// The codes of recently paired screens, with the times of pairing.
    var pairedCodes: [String: Instant] = [:]
    var day = ServiceDayEnd()
    var effects = TroubledEffects()
    /// The sender of mail, if the owner has set one up.
    var email: EmailSender?
    /// The venue and its epoch, as a prefix of the ids of sent messages.
    let place: String
    var lastRev = 0

    package static let settingsView = "house/settings"
    /// The longest time for which a screen shows a code.
    private static let codeMilliseconds: Int64 = 600_000

    package enum Action: String {
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
        case setSender = "house.set_sender"
        case clearSender = "house.clear_sender"
        case testSender = "house.test_sender"
        case noteTest = "house.note_test"
        case retry = "house.retry"
        case drop = "house.drop"
        case noteEffect = "house.note_effect"
    }

    package enum Kind: String {
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
        case senderSet = "sender_set"
        case senderCleared = "sender_cleared"
        case senderTestBegun = "sender_test_begun"
        case senderTested = "sender_tested"
        case dayBegan = "day_began"
        case clockSetBack = "clock_set_back"
        case effectDelayed = "effect_delayed"
        case effectGivenUp = "effect_given_up"
        case effectDelivered = "effect_delivered"
        case effectRetried = "effect_retried"
        case effectDropped = "effect_dropped"
    }

    /// - Parameter venue: the venue with its initial settings.
    package init(venue: VenueRecord, dependencies: BoardDependencies) {
        settings = VenueProfile(venue)
        place = "\(venue.slug):\(venue.epoch)"
        boardsInUse = venue.settings["boards"]?.texts.map { Set($0) }
        self.dependencies = dependencies
        declaration =
            dependencies.optionalBoards.isEmpty && dependencies.deviceRoles == Role.ofEveryDevice
            ? Self.declared
            : Self.declaration(
                choosing: dependencies.optionalBoards, roles: dependencies.deviceRoles)
    }

    package static let boardName = "house"

    package var shownEffects: [String] { effects.reports.keys.sorted() }

    package var keepsBoardsInUse: Bool { true }

    package var recordsClock: Bool { true }

    package var emptyDocuments: [String: Document] {
        [
            Self.settingsView: Document(["venue": settingsMember]),
            Self.effectsView: Document(["effects": [:]]),
            Self.sendersView: Document(["senders": [:]]),
        ]
    }

    /// Returns the sign-in link for an answer to `invite` or `pair`.
    package func result(of event: Event) -> JSON? {
        switch Kind(rawValue: event.kind) {
        case .invited, .paired: ["link": .string(dependencies.linkPath(secret(of: event.subject)))]
        default: nil
        }
    }

    /// The settings on the owner's page. They include the boards if some of them are optional.
    private var settingsMember: JSON {
        let document = settings.document
        guard !dependencies.optionalBoards.isEmpty, var members = document.members else {
            return document
        }
        let used = dependencies.optionalBoards.filter { boardsInUse?.contains($0) ?? true }
        members["boards"] = .array(used.map(JSON.string))
        return .object(members)
    }

    private var settingsChange: RowChange {
        RowChange(view: Self.settingsView, member: "venue", row: nil, value: settingsMember)
    }

    func secret(of invitation: String) -> String { dependencies.linkSecret(invitation) }

    /// Returns the role of a device, including changes that are decided but not durable yet.
    func role(of device: String) throws(Rejection) -> Role? {
        try dependencies.role(device).map { roles[device] ?? $0 }
    }

    /// Whether a screen shows the code. A used code is excluded at once, because the screen learns
    /// of its use only when that is durable.
    func isWaiting(code: String) -> Bool {
        pairedCodes[code] == nil && dependencies.isWaiting(code)
    }

    package func admits(_ principal: Principal) -> Bool {
        // Boards decide what the link permits.
        if principal.isByJoinLink { return principal.device == settings.joinLink }
        return !revoked.contains(principal.device)
            && roles[principal.device].map { $0 == principal.role } ?? true
    }

    package func nextDue() -> Instant? { day.dueAt }

    package func decideDue(at moment: Moment) -> Decision? {
        guard let dueAt = day.dueAt, dueAt <= moment.now else { return nil }
        return Decision(kind: Event.dayBeganKind, subject: "day", data: [:])
    }

    /// The board has no personal data of guests.
    package func masked(_ value: JSON) -> JSON { value }

    package mutating func apply(_ event: Event) -> [RowChange] {
        guard event.board == name, event.rev > lastRev, let kind = Kind(rawValue: event.kind)
        else { return [] }
        lastRev = event.rev
        noteDay(of: event)
        switch kind {
        case .configured, .joinLinkRenewed:
            let before = settingsMember
            settings.change(by: event)
            if let boards = event.data["boards"]?.texts { boardsInUse = Set(boards) }
            return settingsMember == before ? [] : [settingsChange]
        case .revoked: revoked.insert(event.subject)
        case .roleSet:
            roles[event.subject] = event.data["role"]?.text.map(Role.init(rawValue:))
        case .paired:
            pairedCodes = pairedCodes.filter {
                event.at.milliseconds(since: $0.value) < Self.codeMilliseconds
            }
            if let code = event.data["code"]?.text { pairedCodes[code] = event.at }
        case .senderSet, .senderCleared, .senderTestBegun, .senderTested:
            return changeSender(kind, by: event)
        case .invited, .renamed, .pinSet, .pinCleared, .forgiven, .webhookSet, .webhookCleared,
            .dayBegan, .effectDelayed, .effectGivenUp, .effectDelivered, .effectRetried,
            .effectDropped:
            break
        case .clockSetBack: pairedCodes = pairedCodes.mapValues { min($0, event.at) }
        }
        return noteEffects(event)
    }

    /// Another board's settings may create the join link.
    package mutating func hear(_ event: Event) -> [RowChange] {
        noteDay(of: event)
        let link = settings.joinLink
        settings.change(by: event)
        return (settings.joinLink == link ? [] : [settingsChange]) + noteEffects(event)
    }

    /// Tracks the service day. A day ends only if it had an event.
    private mutating func noteDay(of event: Event) {
        let beginsAnother = day.isOver(at: event)
        day.note(event)
        if beginsAnother { day.endsAt = settings.serviceDayEnd(after: event.at) }
    }
}

/// An invitation's id, derived from the revision that sent it: `l_8x`.
struct InvitationID: RevisionID {
    static let prefix = "l_"

    let rev: Int
}

/// The join link's id, derived from the revision that made it: `j_8x`.
struct JoinLinkID: RevisionID {
    static let prefix = Actor.joinLinkPrefix

    let rev: Int
}
