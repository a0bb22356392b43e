package import Boards
package import Sync

/// A page that shows a venue's state, and who may open it: of a board, or of the hub itself.
package struct Page: Sendable {
    package let declaration: PageDeclaration
    package let address: String
    /// What other boards add to it.
    let panels: [PanelDeclaration]
    /// The roles that may open it, the best fitting first.
    package let roles: [Role]
    /// The boards of whose events it speaks; none on most pages.
    package let boards: [String]

    /// The views that it begins with.
    package var views: [String] { declaration.views + panels.flatMap(\.views) }

    /// What fills places of its own; none on most pages.
    var fills: [PageDeclaration.Fill] {
        [declaration.fill].compactMap(\.self) + panels.compactMap(\.fill)
    }

    package func shows(_ fact: PageDeclaration.Fact) -> Bool { declaration.facts.contains(fact) }

    /// `/host`, with the venue where that is not the default one.
    package func address(in venue: String) -> String {
        venue == VenueRecord.defaultSlug ? "/\(address)" : "/\(address)?venue=\(venue)"
    }

    /// The same for one of a browser's guests, in a language that was chosen.
    package func address(in venue: String, as guest: Principal, language: String?) -> String {
        let address = address(in: venue)
        let language = language.flatMap(Language.init(rawValue:)).map { "&lang=\($0.rawValue)" }
        return address + (address.contains("?") ? "&" : "?") + "as=\(guest.actor)"
            + (language ?? "")
    }

    /// What makes a link for a device of this role.
    package static func linkCommand(_ role: Role, in venue: String) -> String {
        let option = venue == VenueRecord.defaultSlug ? "" : " --venue \(venue)"
        return "tablecast link\(option) --role \(role.rawValue)"
    }

    /// What somebody reads who may not open it yet.
    package func advice(in venue: String) -> String {
        declaration.advice
            ?? "This browser is not signed in for this page. Open a link made on the hub's machine by "
            + "`\(Self.linkCommand(roles[0], in: venue))`."
    }
}
