package import BoardKit
package import Sync

/// All pages of the hub, by their addresses.
package struct PageIndex: Sendable {
    /// The pages by their addresses, such as `host`.
    private let pages: [String: Page]
    /// The pages in the order of their declarations.
    private let inOrder: [Page]
    /// The guests' pages, by the names of their boards.
    private let guestPages: [String: Page]
    /// The page behind a venue's join link.
    package let joinPage: Page?
    let boardTexts: BoardTexts
    /// The folders whose `index.html` is served only at the addresses of pages.
    private let pageFolders: Set<String>

    /// A page that is shown instead of one that people may not open yet.
    package enum GatePage: String, CaseIterable {
        case pair
        case pin
    }

    package init(_ boards: BoardRegistry) {
        boardTexts = BoardTexts(boards)
        let declared = boards.pages
        let panels = Dictionary(grouping: boards.modules.flatMap(\.panels), by: \.page)
        let added = boards.addedRoles
        inOrder = declared.compactMap { declaration in
            guard let address = declaration.address else { return nil }
            return Page(
                declaration: declaration, address: address, panels: panels[address] ?? [],
                roles: declaration.roles + (declaration.isOpenToAddedRoles ? added : []),
                boards: declaration.facts.contains(.boards) ? boards.names : [])
        }
        pages = Dictionary(
            inOrder.map { ($0.address, $0) }, uniquingKeysWith: { first, _ in first })
        var guestPages: [String: Page] = [:]
        for module in boards.modules {
            let page = module.pages.first { $0.roles.contains(.guest) && $0.address != nil }
            guestPages[module.declaration.name] = page?.address.flatMap { [pages] in pages[$0] }
        }
        self.guestPages = guestPages
        joinPage = declared.first { $0.address == nil }.map { declaration in
            Page(
                declaration: declaration, address: "", panels: panels[nil] ?? [], roles: [],
                boards: [])
        }
        pageFolders = Set(
            declared.map(\.folder) + GatePage.allCases.map(\.rawValue) + [PublicFiles.problemFolder]
        )
    }

    /// Returns the page at an address, such as `host` or `orders/menu`, or with such a section.
    package subscript(_ address: String) -> Page? {
        if let page = pages[address] { return page }
        let pieces = address.split(separator: "/", omittingEmptySubsequences: false)
        guard pieces.count == 2, let page = pages[String(pieces[0])] else { return nil }
        return page.declaration.hasSections ? page : nil
    }

    /// Returns the pages that a venue uses, in the order of their declarations. Guests' pages are left
    /// out: a ticket leads to them.
    func pages(in venue: Venue) -> [Page] {
        inOrder.filter { $0.declaration.reader != .guest && $0.isUsed(in: venue) }
    }

    /// Returns the pages of a venue that a role may open.
    package func pages(for role: Role, in venue: Venue) -> [Page] {
        pages(in: venue).filter { $0.roles.contains(role) }
    }

    /// Returns the page that a guest's ticket leads to: that of its subject's board.
    package func page(of guest: Principal) -> Page? {
        guest.subject.flatMap { guestPages[$0.board] }
    }

    /// Returns the main page of a role. For a role that a board adds, this is the first page that
    /// it may open.
    package func home(of role: Role) -> Page? {
        inOrder.first { $0.roles.first == role } ?? inOrder.first { $0.roles.contains(role) }
    }

    /// Whether the folder's `index.html` is served only at the address of a page, to people who may
    /// open it.
    package func isOfPage(_ folder: String) -> Bool { pageFolders.contains(folder) }
}
