public import JSON

/// A request to change a board.
public struct Mutation: Sendable, Equatable {
    /// Chosen by the sender: 1 to 64 characters of `A-Z a-z 0-9 _ -`, unique in the venue.
    public var id: String
    /// Board and verb: `waitlist.add`.
    public var action: String
    public var arguments: [String: JSON]
    /// The venue's revision that the sender knows. The mutation is `stale` if an item that it names
    /// has changed since.
    public var ifRev: Int?
    /// The outcome of an effect, in mutations of the hub.
    public var effect: EffectReport?
    /// The report of a connector, in mutations of the hub.
    public var connector: ConnectorReport?
    /// The content of a file, in mutations of a board's route.
    public var reference: ReferenceContent?

    public init(
        id: String, action: String, arguments: [String: JSON], ifRev: Int? = nil,
        effect: EffectReport? = nil, connector: ConnectorReport? = nil,
        reference: ReferenceContent? = nil
    ) {
        self.id = id
        self.action = action
        self.arguments = arguments
        self.ifRev = ifRev
        self.effect = effect
        self.connector = connector
        self.reference = reference
    }

    /// Whether it is a report of the hub to a board.
    var isReport: Bool { effect != nil || connector != nil }

    public static func isID(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count) && text.utf8.allSatisfy(isIDByte)
    }

    static func isIDByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
            true
        default: false
        }
    }
}
