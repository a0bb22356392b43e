public import JSON

/// The properties of a venue that are fixed before its first event.
public struct VenueRecord: Sendable, Equatable {
    /// The slug of the venue that a hub makes at its first start.
    package static let defaultSlug = "main"

    /// 1 to 40 characters of `a-z 0-9 -`, used in addresses.
    public var slug: String
    /// Opaque; made when the journal is created or restored. Revisions of different epochs can't be
    /// compared.
    public var epoch: String
    /// The name that screens show.
    public var name: String
    /// An IANA identifier: `Europe/Rome`.
    public var timeZone: String
    /// The boards' initial settings: an object.
    public var settings: JSON
    public var createdAt: Instant
    /// The secret from which guests' tickets are derived: 32 bytes.
    public var ticketKey: [UInt8]

    public init(
        slug: String, epoch: String, name: String, timeZone: String, settings: JSON,
        createdAt: Instant, ticketKey: [UInt8]
    ) {
        self.slug = slug
        self.epoch = epoch
        self.name = name
        self.timeZone = timeZone
        self.settings = settings
        self.createdAt = createdAt
        self.ticketKey = ticketKey
    }

    /// Returns the path of a page, such as `/host`, with a query for a venue other than the
    /// default.
    ///
    /// - Parameter page: its path without the slash at the beginning.
    package static func address(of page: String, in slug: String) -> String {
        slug == defaultSlug ? "/\(page)" : "/\(page)?venue=\(slug)"
    }

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
