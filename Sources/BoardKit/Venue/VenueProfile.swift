public import JSON
public import Sync

/// The settings of a venue: the initial ones, changed by events.
public struct VenueProfile: Sendable, Equatable {
    /// The name that screens show.
    public package(set) var name = ""
    /// An IANA identifier: `Europe/Rome`.
    public package(set) var timeZone = ""
    public package(set) var labels = LabelPrivacy.firstInitial
    public package(set) var selfCheckIn = SelfCheckIn.off
    /// The languages of guests and the room: at least one, the house's own first.
    public package(set) var languages = [Language.english]
    /// The id of the current join link, `j_8x`; `nil` until the link could open something for the
    /// first time. Each board decides what the link opens.
    public package(set) var joinLink: String?
    /// When a service day begins, in the venue's time zone.
    package var dayStart = Self.defaultDayStart
    /// The opening hours, in the form of `WeeklyHours`; `nil` if the house is always open.
    public package(set) var hours: JSON?
    /// The opening hours on certain dates, in the form of `HoursByDate`.
    public package(set) var exceptions: JSON?

    package static let defaultDayStart = TimeOfDay(hour: 4, minute: 0)

    /// Creates the initial settings of a venue.
    public init(_ venue: VenueRecord) {
        name = venue.name
        timeZone = venue.timeZone
        labels = venue.settings["labels"]?.text.flatMap(LabelPrivacy.init(rawValue:)) ?? labels
        // A venue that was made before its languages were stored began with English.
        let languages = venue.settings["languages"]?.texts?.compactMap(Language.init(rawValue:))
        if let languages, !languages.isEmpty { self.languages = languages }
    }

    /// Returns the settings of a new venue, as `VenueRecord.settings` stores them.
    ///
    /// - Parameters:
    ///   - boards: the boards to use; `nil` for all.
    ///   - languages: the languages of guests and the room, the house's own first.
    public static func initial(
        labels: LabelPrivacy, boards: [String]? = nil, languages: [Language] = [.english]
    ) -> JSON {
        JSON(present: [
            "labels": .string(labels.rawValue), "languages": languages.json,
            "boards": boards.map { .array($0.map(JSON.string)) },
        ])
    }

    private init() {}

    /// The id of the join link, if guests may join the waiting list by it.
    package var selfCheckInLink: String? { selfCheckIn == .off ? nil : joinLink }
}

extension VenueProfile: SavedFields {
    public static let blank = VenueProfile()

    public mutating func visit(_ fields: inout StateFields, _ old: Self) throws(StateError) {
        try fields("name", &name, old.name)
        try fields("timeZone", &timeZone, old.timeZone)
        try fields("labels", &labels, old.labels)
        try fields("selfCheckIn", &selfCheckIn, old.selfCheckIn)
        try fields("languages", &languages, old.languages)
        try fields(&joinLink, old.joinLink)
        try fields("dayStart", &dayStart, old.dayStart)
        try fields("hours", &hours, old.hours)
        try fields("exceptions", &exceptions, old.exceptions)
    }
}

extension TimeOfDay {
    /// A missing time is the default start of service days.
    package static var ofMissing: TimeOfDay? { VenueProfile.defaultDayStart }
}

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

extension LabelPrivacy: SavedCase {}
extension SelfCheckIn: SavedCase {}
extension Language: SavedCase {}

/// Whether guests may join the waiting list on their own, with the venue's join link.
public enum SelfCheckIn: String, Sendable, CaseIterable {
    case off
    /// Guests are `pending` until a host confirms them.
    case confirm
    /// Guests join the list at once.
    case direct
}

/// A venue's name: NFC, on one line, 1 to 80 characters and at most 400 bytes, no control
/// characters.
public struct VenueName: Sendable {
    private static let charactersMax = 80
    private static let bytesMax = 400
    package static let schema = Schema(
        .text(
            charactersMin: 1, charactersMax: charactersMax, bytesMax: bytesMax, isOneLine: true))

    public let text: String

    /// Returns `nil` if the text is not a valid name.
    public init?(_ typed: String) {
        let name = TypedText(folding: typed)
        guard name.isVisible, !name.hasControlCharacters,
            !name.isLonger(than: Self.charactersMax, bytesMax: Self.bytesMax)
        else { return nil }
        text = name.text
    }
}
