/// How much of a guest's name the screens show.
public enum LabelPrivacy: String, Sendable, CaseIterable {
    /// `Ada Lovelace`
    case full
    /// `Ada L.`
    case firstInitial = "first_initial"
    /// `A. L.`
    case initials
    /// The party's number of the day.
    case number
}

/// What is fixed about a venue before its first event; with its settings, as they are then or as
/// events have changed them since.
public struct VenueRecord: Sendable, Equatable {
    /// 1 to 40 characters of `a-z 0-9 -`; it stands in every address.
    public var slug: String
    /// Opaque; made when the journal is created or restored. Revisions of different epochs can't be
    /// compared.
    public var epoch: String
    /// As the screens greet with it.
    public var name: String
    /// An IANA identifier: `Europe/Rome`.
    public var timeZone: String
    public var labels: LabelPrivacy
    public var selfCheckIn = SelfCheckIn.off
    /// What guests and the room read: at least one, the house's own first.
    public var languages = [Language.english]
    /// The id of the join link that is good, `j_8x`; `nil` until guests may join by themselves for the
    /// first time.
    public var joinLink: String?
    public var createdAt: Instant
    /// The secret that guests' tickets are derived from: 32 bytes.
    public var ticketKey: [UInt8]

    public init(
        slug: String, epoch: String, name: String, timeZone: String, labels: LabelPrivacy,
        createdAt: Instant, ticketKey: [UInt8]
    ) {
        self.slug = slug
        self.epoch = epoch
        self.name = name
        self.timeZone = timeZone
        self.labels = labels
        self.createdAt = createdAt
        self.ticketKey = ticketKey
    }

    /// Whether a text can be a venue's slug.
    public static func isSlug(_ text: String) -> Bool {
        (1...40).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                    UInt8(ascii: "-"):
                    true
                default: false
                }
            }
    }
}
