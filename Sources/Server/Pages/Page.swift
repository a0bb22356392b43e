import Sync

/// The pages that show a venue's state, and who may open them.
enum Page: String, CaseIterable {
    case host
    case display
    case events
    case guest

    /// The roles that may open it, the best fitting first.
    var roles: [Role] {
        switch self {
        case .host: [.host, .owner]
        case .display: [.display, .host, .owner, .engineer]
        case .events: [.engineer, .owner]
        case .guest: [.guest]
        }
    }

    /// The views that it begins with.
    var views: [String] {
        switch self {
        case .host: ["waitlist/host", "notice/display"]
        case .display: ["waitlist/display", "notice/display"]
        case .events: []
        case .guest: ["waitlist/guest", "notice/display"]
        }
    }

    /// What somebody reads who may not open it yet.
    var advice: String {
        switch self {
        case .host, .display, .events:
            "This browser is not signed in for this page. Open a link made on the hub's machine by "
                + "`tablecast link --role \(roles[0].rawValue)`."
        case .guest:
            "This phone has no ticket yet. Open the address that the host gave you."
        }
    }
}
