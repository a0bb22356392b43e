package import BoardKit
import JSON
package import Sync

extension Orders {
    package static let staleProblem = ProblemDeclaration.changedMeanwhile

    package func decide(
        _ action: OrdersAction, _ asked: inout Asked, among boards: BoardStates
    ) throws(Rejection) -> Decision {
        try refuseForeign(action, asked)
        switch action {
        case .addSection: return try decideAddSection(&asked)
        case .editSection: return try decideEditSection(&asked)
        case .moveSection: return try decideMoveSection(&asked)
        case .removeSection: return try decideRemoveSection(&asked)
        case .addDish: return try decideAddDish(&asked)
        case .editDish: return try decideEditDish(&asked)
        case .moveDish: return try decideMoveDish(&asked)
        case .removeDish: return try decideRemoveDish(&asked)
        case .stock: return try decideStock(&asked)
        case .importMenu: return try decideImport(&asked)
        case .open: return try decideOpen(&asked, among: boards)
        case .edit: return try decideEdit(&asked)
        case .add: return try decideAdd(&asked)
        case .change: return try decideChange(&asked)
        case .repeatLines: return try decideRepeat(&asked)
        case .place: return try decidePlace(&asked)
        case .cook, .done, .recall, .serve: return try decideStep(action, &asked)
        case .cancelLines: return try decideCancelLines(&asked)
        case .merge: return try decideMerge(&asked)
        case .split: return try decideSplit(&asked)
        case .pay: return try decidePay(&asked)
        case .unpay: return try decideUnpay(&asked)
        case .close: return try decideClose(&asked)
        case .reopen: return try decideReopen(&asked)
        case .cancel: return try decideCancel(&asked)
        case .undo: return try decideUndo(&asked)
        }
    }

    /// Rejects a guest's action on anything outside its subject, whether or not that exists.
    private func refuseForeign(_ action: OrdersAction, _ asked: Asked) throws(Rejection) {
        guard asked.isByGuest else { return }
        let principal = asked.principal
        let arguments = asked.mutation.arguments
        switch action {
        case .open:
            let kinds: [TabKind] = principal.isByJoinLink ? [.takeaway, .delivery] : [.table]
            let kind = arguments["kind"]?.text.flatMap(TabKind.init(rawValue:))
            if let kind, !kinds.contains(kind) { throw .forbidden(to: principal) }
            if principal.isByJoinLink { return }
            let party = arguments["party"]?.text
            let isOther = party.map { $0 != principal.subject?.id } ?? false
            if isOther || arguments["table"]?.isNull == false { throw .forbidden(to: principal) }
        case .edit:
            if arguments["table"] != nil { throw .forbidden(to: principal) }
        case .change, .cancelLines, .place:
            let named =
                [arguments["line"]].compactMap(\.self) + (arguments["lines"]?.elements ?? [])
            for line in named.compactMap(\.text) {
                let tab = LineID(line).flatMap { lines.lastKnown($0)?.tab }
                guard tab?.text == principal.subject?.id else { throw .forbidden(to: principal) }
            }
        default: break
        }
    }

    // MARK: Looking up arguments

    func section(_ named: ItemID) throws(Rejection) -> (id: SectionID, state: Section) {
        try sections.existing(named, else: .noSection)
    }

    func dish(_ named: ItemID) throws(Rejection) -> (id: DishID, state: Dish) {
        try dishes.existing(named, else: .noDish)
    }

    func tab(_ named: ItemID) throws(Rejection) -> (id: TabID, state: Tab) {
        try tabs.existing(named, else: .noTab)
    }

    /// Finds an open tab that has not changed since the sender saw it.
    func openTab(_ named: ItemID, _ asked: Asked) throws(Rejection) -> TabPicture {
        let (id, tab) = try tab(named)
        try asked.check(tabs.lastRev(of: id))
        guard tab.status == .open else { throw Rejection(.conflict, .tabNotOpen) }
        return TabPicture(id: id, tab: tab, lines: entries(of: id))
    }

    /// Finds the lines with these ids.
    func entries(_ named: [ItemID]) throws(Rejection) -> [TabPicture.Entry] {
        var found: [TabPicture.Entry] = []
        for name in named {
            guard let id = LineID(name.text), let line = lines[id] else {
                throw Rejection(.notFound, .noLine)
            }
            found.append(TabPicture.Entry(id: id, line: line))
        }
        return found.sorted { $0.id < $1.id }
    }

    /// Finds lines that belong to one open tab and have not changed since the sender saw them.
    func openEntries(
        _ named: [ItemID], _ asked: Asked
    ) throws(Rejection) -> (tab: TabID, entries: [TabPicture.Entry]) {
        let found = try entries(named)
        try asked.check(found.map { lines.lastRev(of: $0.id) })
        guard let tab = found.first?.line.tab, found.allSatisfy({ $0.line.tab == tab }) else {
            throw Rejection(.conflict, .otherTabs)
        }
        guard open[tab] != nil else { throw Rejection(.conflict, .tabNotOpen) }
        return (tab, found)
    }
}
