package import BoardKit
package import Sync

/// A page that shows a venue's state, and who may open it. It belongs to a board or to the hub.
package struct Page: Sendable {
    package let declaration: PageDeclaration
    package let address: String
    /// The panels that other boards add to the page.
    let panels: [PanelDeclaration]
    /// The roles that may open the page, by preference.
    package let roles: [Role]
    /// The boards whose events the page describes. Empty for most pages.
    package let boards: [String]

    /// The views that the page needs when it opens.
    package var views: [String] { declaration.views + panels.flatMap(\.views) }

    /// Whether the venue uses the page's board.
    package func isUsed(in venue: Venue) -> Bool { declaration.board.map(venue.uses) ?? true }

    package func shows(_ fact: PageDeclaration.Fact) -> Bool { declaration.facts.contains(fact) }

    /// The path of the page, such as `/host`, with a query for a venue that is not the default one.
    package func address(in venue: String) -> String {
        VenueRecord.address(of: address, in: venue)
    }

    /// The command that makes a link for a device of this role.
    package static func linkCommand(_ role: Role, in venue: String) -> String {
        let option = venue == VenueRecord.defaultSlug ? "" : " --venue \(venue)"
        return "tablecast link\(option) --role \(role.rawValue)"
    }

    /// The advice for people who may not open the page yet.
    package func advice(in venue: String) -> String {
        declaration.advice
            ?? "This browser is not signed in for this page. Open a link made on the hub's machine by "
            + "`\(Self.linkCommand(roles[0], in: venue))`."
    }
}

extension [PanelDeclaration] {
    /// The addresses of the scripts that a venue's page loads.
    func scripts(in venue: Venue) -> [String] {
        filter { $0.isOffered(venue) }.compactMap(\.script)
    }
}
