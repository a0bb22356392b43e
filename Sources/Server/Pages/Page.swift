import Sync

/// The pages that show a venue's state, and who may open them.
enum Page: String, CaseIterable {
    case host
    case display
    case events
    case screens
    case guest
    case owner

    /// The roles that may open it, the best fitting first.
    var roles: [Role] {
        switch self {
        case .host: [.host, .owner]
        case .display: [.display, .host, .owner, .engineer]
        case .events, .screens: Role.inspectors
        case .guest: [.guest]
        case .owner: [.owner]
        }
    }

    /// The views that it begins with.
    var views: [String] {
        switch self {
        case .host: ["waitlist/host", "notice/display", "house/settings"]
        case .display: ["waitlist/display", "notice/display"]
        case .events, .screens: []
        case .guest: ["waitlist/guest", "notice/display"]
        case .owner: ["house/settings"]
        }
    }

    /// Whether it begins with whether the host's page asks for a PIN.
    var showsWhetherPIN: Bool { self == .host || self == .owner }

    /// Whether it shows people what to open on other devices.
    var showsAddresses: Bool { self == .host || self == .owner }

    /// Whether guests or the room read it, in the house's languages.
    var isLocalized: Bool { self == .guest || self == .display }

    /// `/host`, with the venue where that is not the default one.
    func address(in venue: String) -> String {
        venue == VenueDirectory.defaultSlug ? "/\(rawValue)" : "/\(rawValue)?venue=\(venue)"
    }

    /// The same in a language that was chosen.
    func address(in venue: String, language: String?) -> String {
        guard let language = language.flatMap(Language.init(rawValue:)) else {
            return address(in: venue)
        }
        let address = address(in: venue)
        return address + (address.contains("?") ? "&" : "?") + "lang=\(language.rawValue)"
    }

    /// What makes a link for a device of this role.
    static func linkCommand(_ role: Role, in venue: String) -> String {
        let option = venue == VenueDirectory.defaultSlug ? "" : " --venue \(venue)"
        return "tablecast link\(option) --role \(role.rawValue)"
    }

    /// What somebody reads who may not open it yet.
    func advice(in venue: String) -> String {
        switch self {
        case .host, .display, .events, .screens, .owner:
            "This browser is not signed in for this page. Open a link made on the hub's machine by "
                + "`\(Self.linkCommand(roles[0], in: venue))`."
        case .guest:
            "This phone has no ticket yet. Open the address that the host gave you."
        }
    }
}
