package import Boards
package import Sync

/// Every page that the hub has, by its address.
package struct PageIndex: Sendable {
    /// By their addresses: `host`.
    private let pages: [String: Page]
    /// In the order in which they are declared.
    private let inOrder: [Page]
    /// By the names of their boards.
    private let guestPages: [String: Page]
    /// The folder of the page behind a venue's join link.
    package let joinFolder: String?
    let boardTexts: BoardTexts
    /// The folders whose `index.html` is a template, and of no use by itself.
    private let templateFolders: Set<String>

    /// What stands before a page that may not be opened yet.
    package enum Door: String, CaseIterable {
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
        joinFolder = declared.first { $0.address == nil }?.folder
        templateFolders = Set(
            declared.map(\.folder) + Door.allCases.map(\.rawValue) + [PublicFiles.problemFolder])
    }

    /// The page at an address: `host`, `orders/menu`.
    package subscript(_ address: String) -> Page? { pages[address] }

    /// Where a guest's ticket leads: to the page of the board whose thing it is for.
    package func page(of guest: Principal) -> Page? {
        guest.subject.flatMap { guestPages[$0.board] }
    }

    /// The page that a role works with; of roles that boards add, the first that they may open.
    package func home(of role: Role) -> Page? {
        inOrder.first { $0.roles.first == role } ?? inOrder.first { $0.roles.contains(role) }
    }

    package func isTemplate(_ folder: String) -> Bool { templateFolders.contains(folder) }
}
