/// What can have happened on the waitlist: the kinds of its events.
enum PartyEvent: String, Sendable, CaseIterable {
    case added
    case edited
    case readied
    case unreadied
    case seated
    case noShow = "no_show"
    case cancelled
    case restored
    case moved
    case undone
    case confirmed
    /// A service day began, by the clock; it is no party's.
    case dayBegan = "day_began"
}
