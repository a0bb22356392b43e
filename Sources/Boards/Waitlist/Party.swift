package import BoardKit
package import JSON
package import Sync

/// A party on the waiting list. Events are validated when they are decided, so applying them checks
/// nothing again.
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
    package private(set) var leftAt: Instant?
    /// The status before the party left.
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

    /// Makes a party pending that joined by the join link.
    mutating func awaitConfirmation() { stay(.pending, since: nil) }

    mutating func wait() { stay(.waiting, since: nil) }

    mutating func becomeReady(at instant: Instant) { stay(.ready, since: instant) }

    mutating func leave(as status: PartyStatus, at instant: Instant, table: String? = nil) {
        if self.status.hasPlace { statusBefore = self.status }
        self.status = status
        leftAt = instant
        self.table = table
    }

    /// Restores the status before the party left.
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
        try fields("number", &number, old.number)
        try fields("rank", &rank, old.rank)
        try fields("name", &name, old.name)
        try fields("size", &size, old.size)
        try fields("phone", &phone, old.phone)
        try fields("notes", &notes, old.notes)
        try fields("tags", &tags, old.tags)
        try fields("status", &status, old.status)
        try fields("arrivedAt", &arrivedAt, old.arrivedAt)
        try fields("readyAt", &readyAt, old.readyAt)
        try fields("leftAt", &leftAt, old.leftAt)
        try fields("statusBefore", &statusBefore, old.statusBefore, for: .journal)
        try fields("table", &table, old.table)
        try fields(&extras, old.extras)
    }
}

extension Party {
    /// The fields of a party that people enter, in the order in which problems are reported.
    static let fields = [
        FieldDeclaration("name", PartyName.self, "As the host calls it out", isRequired: true),
        FieldDeclaration("size", PartySize.self, "How many people", isRequired: true),
        FieldDeclaration("phone", PhoneNumber.self, "With its country code", isPersonal: true),
        FieldDeclaration("notes", PartyNotes.self, "What the host should know", isPersonal: true),
        FieldDeclaration(
            "tags", PartyTags.self, "Words that hosts sort parties by", isPersonal: true,
            givers: .notByJoinLink),
    ]

    /// The fields that a guest who uses the join link may give.
    static let joinLinkFields = fields.filter { $0.ofNew.isGiven(byJoinLink: true) }
    static let personalNames = Set(fields.ofNew.filter(\.isPersonal).map(\.name))

    /// Reads the output of `data`, or the data of an `added` event. Returns `nil` for anything
    /// else.
    package init?(_ data: JSON) {
        self = .blank
        guard change(by: data) else { return nil }
        extras = Extras(in: data)
    }

    /// The complete state of the party.
    var data: JSON {
        var members = members()
        members[Event.extrasMember] = extras.json
        return .object(members)
    }

    /// The row for hosts, including the data that other boards store with the party.
    var hostRow: JSON {
        let members = members(for: .staff)
        if extras.members.isEmpty { return .object(members) }
        return .object(members.merging(extras.members) { own, _ in own })
    }

    /// The row for the room's screens. It reveals no more of the name than the label.
    func displayRow(labels: LabelPrivacy) -> JSON {
        var members = commonMembers
        members["rank"] = .string(rank.text)
        members["label"] = .string(label(labels))
        return .object(members)
    }

    /// The row for the party's guests.
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

/// A party's id: `p_8x`, made from the revision that added it.
package struct PartyID: RevisionID {
    package static let prefix = "p_"

    package let rev: Int

    package init(rev: Int) { self.rev = rev }
}

extension Subject {
    /// Returns the subject for a party on the waiting list.
    package static func party(_ id: String) -> Subject {
        Subject(board: Waitlist.boardName, id: id)
    }
}

package enum PartyStatus: String, Sendable, CaseIterable {
    /// Joined by the join link, and waits for a host to confirm it.
    case pending
    case waiting
    case ready
    case seated
    case noShow = "no_show"
    case cancelled

    /// Whether the party has a place in the order. Parties with another status have left.
    package var hasPlace: Bool {
        switch self {
        case .pending, .waiting, .ready: true
        case .seated, .noShow, .cancelled: false
        }
    }

    /// Whether screens show the party.
    var isDisplayed: Bool { self == .waiting || self == .ready }
}

extension PartyStatus: SavedCase {}
