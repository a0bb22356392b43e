public import Sync

/// A page of a board.
public struct PageDeclaration: Sendable {
    /// The readers of a page, which decide its language.
    public enum Reader: String, Sendable {
        /// People who work in the house. The language is that of the address, or else the house's
        /// own.
        case staff
        /// People in the room. The language is the house's own.
        case room
        /// A guest. The language is the one of the house's languages that the browser prefers.
        case guest
    }

    /// A fact about the hub that a page needs.
    public enum Fact: Sendable {
        /// Whether the venue has a PIN.
        case pin
        /// The address at which other devices reach the hub.
        case origin
        /// Whether others on the network can read the traffic.
        case openness
        /// The device that opened the page, and the views by which other devices' pages are
        /// recognized.
        case device
        /// The hub's boards, with their views and the texts for their events.
        case boards
        /// The hub's boards, with their titles and declared settings. The page also gets the views of
        /// these settings.
        case boardSettings
    }

    /// The address without the first slash: `host`, `orders/menu`. `nil` for a page behind the venue's
    /// join link.
    public let address: String?
    /// The board that declares the page; `nil` for the hub's own pages.
    public private(set) var board: String?
    /// Whether its sections have addresses of their own: `owner/devices`.
    public let hasSections: Bool
    /// The folder with the page's files, within the folder of all pages: `index.html`, and a
    /// catalogue for each language, such as `texts/en.json`. A board's pages are in the board's
    /// folder.
    public private(set) var folder: String
    /// The purpose of the page, in a few words.
    public let title: String
    /// The roles that may open the page. After signing in, a device goes to the page that lists its
    /// role first.
    public let roles: [Role]
    /// Whether roles that boards add may open it too.
    public let isOpenToAddedRoles: Bool
    /// Whether the page shows a code to a browser that is not signed in, by which a host can let it
    /// in.
    public let isOpenedByCode: Bool
    public let reader: Reader
    /// The views that the page needs from the start.
    public let views: [String]
    public let facts: Set<Fact>
    /// The text for people who may not open the page yet; `nil` for the usual one about links.
    public let advice: String?
    /// Returns facts from its board's state, as attributes of the page's body: `mode` becomes
    /// `data-mode`.
    public let marks: Marks
    /// The origins besides the hub's from which the page's images come, such as those of a map.
    public let imageOrigins: @Sendable (_ venue: Venue) -> [String]

    public typealias Marks = @Sendable (_ venue: Venue, _ now: Instant) -> [String: String]

    package init(
        _ address: String?, in folder: String? = nil, _ title: String, roles: [Role],
        hasSections: Bool = false, isOpenToAddedRoles: Bool = false, isOpenedByCode: Bool = false,
        reader: Reader = .staff,
        views: [String] = [], facts: Set<Fact> = [], advice: String? = nil,
        marks: @escaping Marks = { _, _ in [:] },
        imageOrigins: @escaping @Sendable (_ venue: Venue) -> [String] = { _ in [] }
    ) {
        self.address = address
        self.hasSections = hasSections
        self.folder = folder ?? address ?? ""
        self.title = title
        self.roles = roles
        self.isOpenToAddedRoles = isOpenToAddedRoles
        self.isOpenedByCode = isOpenedByCode
        self.reader = reader
        self.views = views
        self.facts = facts
        self.advice = advice
        self.marks = marks
        self.imageOrigins = imageOrigins
    }
}

extension PageDeclaration {
    /// Returns the page with its files in the folder of its board: `boards/waitlist/host`,
    /// `boards/orders/menu`.
    package func ofBoard(_ board: String) -> PageDeclaration {
        let isNamedSo = folder == board || folder.hasPrefix("\(board)/")
        var page = self
        page.board = board
        page.folder = isNamedSo ? "boards/\(folder)" : "boards/\(board)/\(folder)"
        return page
    }

    /// The hub's own pages.
    static let ofHub = [
        PageDeclaration(
            "events", "What happened", roles: [.engineer, .owner], facts: [.boards]),
        PageDeclaration(
            "screens", "Every device", roles: [.engineer, .owner], facts: [.device]),
    ]
}

/// A panel that a board adds to a page of another board.
public struct PanelDeclaration: Sendable {
    /// The page's address: `host`. `nil` for the page behind the venue's join link.
    public let page: String?
    /// The additional views that the page needs from the start.
    public let views: [String]
    /// The address of the module that draws the panel; `nil` if the page itself draws it.
    public let script: String?
    /// Returns whether the venue's pages have the script.
    public let isOffered: @Sendable (_ venue: Venue) -> Bool

    package init(
        on page: String?, views: [String] = [], script: String? = nil,
        isOffered: @escaping @Sendable (_ venue: Venue) -> Bool = { _ in true }
    ) {
        self.page = page
        self.views = views
        self.script = script
        self.isOffered = isOffered
    }
}
