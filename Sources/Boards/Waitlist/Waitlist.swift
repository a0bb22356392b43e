public import JSON
public import Sync

/// The waitlist, and the room it stands in.
///
/// The room is one folder for each board of a venue, and each board is pure rules over values: what
/// is asked for and the time go in, what will have happened comes out. It refuses to know sockets,
/// disks, clocks and chance; ids come from revisions, secrets from a function that is passed in. A
/// rule stands in `decide` and nowhere else: what the journal holds is carried out as it is,
/// whatever the rules are by then, and what makes no sense there is left out without a word.
///
/// The waitlist knows parties from when they come until long after they have left, since any event
/// can be taken back, and any party that left can come back, at any later time.
public struct Waitlist: Board {
    /// With the settings as they are now.
    var venue: VenueRecord
    private let ticket: @Sendable (_ party: String) -> String

    var ledger = Ledger<PartyID, Party>()
    /// The parties that have a place: pending, waiting, ready.
    var places = RankOrder()
    /// The waiting ones alone.
    var queue = RankOrder()
    var day: ServiceDay
    var guestViews = GuestViews()
    /// The last event that changed what stands in every guest's document.
    var venueChangedRev = 0

    /// - Parameters:
    ///   - venue: its name and time zone stand in views, its privacy setting makes the labels.
    ///   - ticket: the secret of the party with that id, derived from a key of the venue: the same
    ///     one whenever it is asked for.
    public init(venue: VenueRecord, ticket: @escaping @Sendable (_ party: String) -> String) {
        self.venue = venue
        self.ticket = ticket
        day = ServiceDay(timeZone: venue.timeZone)
    }

    public var name: String { "waitlist" }

    public var actions: Set<String> { Self.actionNames }
    private static let actionNames = Set(WaitlistAction.allCases.map(\.rawValue))

    public var argumentNames: Set<String> {
        [
            "after", "before", "expect", "name", "notes", "party", "phone", "rev", "size",
            "sizeMax", "table", "tags", "was",
        ]
    }

    public var secretArguments: Set<String> { ["secret"] }

    /// Owners and hosts everything; guests may leave or step back, with their own party only, and
    /// those who have none yet may join, where the venue wants that.
    public func permits(_ mutation: Mutation, by principal: Principal) -> Bool {
        switch principal.role {
        case .owner, .host: return true
        case .display, .engineer: return false
        case .guest where principal.isNewcomer:
            return mutation.action == WaitlistAction.add.rawValue && venue.selfCheckIn != .off
        case .guest:
            guard [.cancel, .move].contains(WaitlistAction(rawValue: mutation.action)) else {
                return false
            }
            // Without a text for the party it is not forbidden but invalid.
            guard let party = mutation.arguments["party"]?.text else { return true }
            return party == principal.party
        }
    }

    /// `add` is answered with party, number and ticket, `call_next` with the party that it chose.
    public func result(of event: Event) -> JSON? {
        switch PartyEvent(rawValue: event.kind) {
        case .added:
            JSON(present: [
                "party": .string(event.subject), "number": event.data["number"],
                "ticket": .string(ticket(event.subject)),
            ])
        case .readied where event.data["called"]?.flag == true:
            ["party": .string(event.subject)]
        default: nil
        }
    }

    /// Telephone numbers and notes are there but can't be read, wherever they stand as members.
    public func masked(_ value: JSON) -> JSON {
        switch value {
        case .object(var members):
            for (name, member) in members {
                switch (name, member) {
                case (_, .null): break
                case ("phone", _), ("notes", _): members[name] = "•••"
                case (_, .object), (_, .array): members[name] = masked(member)
                default: break
                }
            }
            return .object(members)
        case .array(let elements): return .array(elements.map(masked))
        default: return value
        }
    }

    public func awaitsConfirmation(_ subject: String) -> Bool {
        PartyID(subject).flatMap { ledger[$0] }?.status == .pending
    }

    /// Whether a party is pending, waiting or ready.
    public func hasPlace(party id: String) -> Bool {
        PartyID(id).flatMap { ledger[$0] }?.status.hasPlace ?? false
    }

    /// The party of that name; `nil` when it never was.
    func party(_ name: ThingName) -> (id: PartyID, party: Party)? {
        guard let id = PartyID(name.text), let party = ledger[id] else { return nil }
        return (id, party)
    }
}
