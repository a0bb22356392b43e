package import BoardKit
package import JSON
package import Sync

/// A party, as its events have made it. Values are not checked again, because they were checked
/// when the events were decided.
package struct Party: Sendable, Equatable {
    var number: Int
    var rank: Rank
    var name: String
    var size: Int
    var phone: String?
    var notes: String?
    var tags: [String] = []
    package private(set) var status: PartyStatus
    package var arrivedAt: Instant
    private(set) var readyAt: Instant?
    /// When the party left; `nil` until then.
    package private(set) var leftAt: Instant?
    /// The status before it left; `nil` until then.
    private(set) var statusBefore: PartyStatus?
    package private(set) var table: String?
    var extras = Extras()

    init(number: Int, rank: Rank, name: String, size: Int, arrivedAt: Instant) {
        self.number = number
        self.rank = rank
        self.name = name
        self.size = size
        self.arrivedAt = arrivedAt
        status = .waiting
    }

    /// Makes a party that joined by itself pending.
    mutating func awaitConfirmation() { stay(.pending, since: nil) }

    mutating func wait() { stay(.waiting, since: nil) }

    mutating func becomeReady(at instant: Instant) { stay(.ready, since: instant) }

    mutating func leave(as status: PartyStatus, at instant: Instant, table: String? = nil) {
        if self.status.hasPlace { statusBefore = self.status }
        self.status = status
        leftAt = instant
        self.table = table
    }

    /// Restores the status before it left.
    mutating func comeBack(as status: PartyStatus) {
        stay(status, since: status == .ready ? readyAt : nil)
    }

    private mutating func stay(_ status: PartyStatus, since readyAt: Instant?) {
        self.status = status
        self.readyAt = readyAt
        leftAt = nil
        statusBefore = nil
        table = nil
    }
}

extension Party: FieldState {
    package static let blank = Party(
        number: 0, rank: Rank(lastAt: 1), name: "", size: 0, arrivedAt: Instant(milliseconds: 0))

    package mutating func visit(_ fields: inout StateFields, _ old: Self) throws(StateError) {
        try fields(&number, old.number)
        try fields(&rank, old.rank)
        try fields(&name, old.name)
        try fields(&size, old.size)
        try fields(&phone, old.phone)
        try fields(&notes, old.notes)
        try fields(&tags, old.tags)
        try fields(&status, old.status)
        try fields(&arrivedAt, old.arrivedAt)
        try fields(&readyAt, old.readyAt)
        try fields(&leftAt, old.leftAt)
        try fields(&statusBefore, old.statusBefore)
        try fields(&table, old.table)
        try fields(&extras, old.extras)
    }
}

extension Party {
    /// Reads what `data` writes, or the data of an `added` event. Returns `nil` for anything else.
    package init?(_ data: JSON?) {
        guard let data, let number = data["number"]?.integer,
            let rank = data["rank"]?.text.flatMap(Rank.init(_:)), let name = data["name"]?.text,
            let size = data["size"]?.integer,
            let status = data["status"]?.text.flatMap(PartyStatus.init(rawValue:)),
            let arrivedAt = data["arrivedAt"]?.instant
        else { return nil }
        self.init(number: number, rank: rank, name: name, size: size, arrivedAt: arrivedAt)
        phone = data["phone"]?.text
        notes = data["notes"]?.text
        tags = data["tags"]?.texts ?? []
        self.status = status
        readyAt = data["readyAt"]?.instant
        leftAt = data["leftAt"]?.instant
        statusBefore = data["statusBefore"]?.text.flatMap(PartyStatus.init(rawValue:))
        table = data["table"]?.text
        extras = Extras(in: data)
    }

    /// Everything about the party.
    var data: JSON {
        var members = hostMembers
        members["statusBefore"] = statusBefore.map { .string($0.rawValue) }
        members[Event.extrasMember] = extras.json
        return .object(members)
    }

    /// The row for hosts, including what other boards have stored with the party.
    var hostRow: JSON {
        if extras.members.isEmpty { return .object(hostMembers) }
        return .object(hostMembers.merging(extras.members) { own, _ in own })
    }

    private var hostMembers: [String: JSON] {
        var members = commonMembers
        members.reserveCapacity(12)
        members["rank"] = .string(rank.text)
        members["number"] = JSON(number)
        members["name"] = .string(name)
        if let phone { members["phone"] = .string(phone) }
        if let notes { members["notes"] = .string(notes) }
        if !tags.isEmpty { members["tags"] = .array(tags.map(JSON.string)) }
        if let leftAt { members["leftAt"] = .string(leftAt.description) }
        if let table { members["table"] = .string(table) }
        return members
    }

    /// The row for everybody in the room. It reveals no more of the name than the label.
    func displayRow(labels: LabelPrivacy) -> JSON {
        var members = commonMembers
        members["rank"] = .string(rank.text)
        members["label"] = .string(label(labels))
        return .object(members)
    }

    /// The row for the guests themselves.
    var guestRow: JSON {
        var members = commonMembers
        members["number"] = JSON(number)
        members["name"] = .string(name)
        return .object(members)
    }

    private var commonMembers: [String: JSON] {
        var members: [String: JSON] = [
            "size": JSON(size), "status": .string(status.rawValue),
            "arrivedAt": .string(arrivedAt.description),
        ]
        if let readyAt { members["readyAt"] = .string(readyAt.description) }
        return members
    }

    func hasSameHostRow(as other: Party) -> Bool {
        var other = other
        other.statusBefore = statusBefore
        return self == other
    }

    func isDisplayedLike(_ other: Party, labels: LabelPrivacy) -> Bool {
        rank == other.rank && size == other.size && status == other.status
            && arrivedAt == other.arrivedAt && readyAt == other.readyAt
            && hasSameLabel(as: other, labels)
    }

    private func hasSameLabel(as other: Party, _ labels: LabelPrivacy) -> Bool {
        name == other.name && number == other.number || label(labels) == other.label(labels)
    }

    func hasSameGuestRow(as other: Party) -> Bool {
        number == other.number && name == other.name && size == other.size
            && status == other.status && arrivedAt == other.arrivedAt && readyAt == other.readyAt
    }
}

/// A party's id, made of the revision that added it: `p_8x`.
package struct PartyID: RevisionID {
    package static let prefix = "p_"

    package let rev: Int

    package init(rev: Int) { self.rev = rev }
}

extension Subject {
    /// A party on the waiting list.
    package static func party(_ id: String) -> Subject {
        Subject(board: Waitlist.boardName, id: id)
    }
}

/// The status of a party between joining and leaving.
package enum PartyStatus: String, Sendable, CaseIterable {
    /// Joined by itself, and waits for a host to confirm it.
    case pending
    case waiting
    case ready
    case seated
    case noShow = "no_show"
    case cancelled

    /// Whether the party has a place in the order. The others have left.
    package var hasPlace: Bool {
        switch self {
        case .pending, .waiting, .ready: true
        case .seated, .noShow, .cancelled: false
        }
    }

    /// Whether screens show it.
    var isDisplayed: Bool { self == .waiting || self == .ready }
}

extension PartyStatus: SavedCase {}
