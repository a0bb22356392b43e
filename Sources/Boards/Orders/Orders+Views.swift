import BoardKit
package import JSON
package import Sync

extension Orders {
    static let menuView = "orders/menu"
    static let tabView = "orders/tab"
    static let guestView = "orders/guest"
    static let hostView = "orders/host"
    static let kitchenView = "orders/kitchen"
    static let displayView = "orders/display"
    static let historyView = "orders/history"
    static let settingsView = "orders/settings"

    package var emptyDocuments: [String: Document] {
        [
            Self.menuView: Document([
                "sections": [:], "dishes": [:], "currency": .string(currency.code),
            ]),
            Self.hostView: Document([
                "tabs": [:], "gone": [:], "currency": .string(currency.code),
            ]),
            Self.displayView: Document(["venue": Self.venueMember(of: house), "tabs": [:]]),
        ]
    }

    /// The part of the house that guests and screens see.
    static func venueMember(of house: VenueProfile) -> JSON {
        ["name": .string(house.name), "timeZone": .string(house.timeZone)]
    }

    // MARK: Views with parameters

    package func document(of view: ViewRequest) throws(Rejection) -> Document {
        switch view.view {
        case Self.tabView:
            guard let id = view.arguments["tab"]?.text.flatMap(TabID.init(_:)),
                let picture = picture(of: id)
            else { throw Rejection(.notFound, .noTab) }
            return Document(Self.document(of: picture, currency: currency.code))
        case Self.kitchenView: return kitchen.document(of: view.arguments["station"]?.text)
        case Self.historyView:
            let day: DayText
            do throws(Reason) {
                day = try DayText(view.arguments["day"] ?? .null)
            } catch {
                throw Rejection(.invalid, because: error)
            }
            return past.document(of: day.text, currency: currency.code)
        default: throw Rejection(.notFound, .noTab)
        }
    }

    package func changes(in view: ViewRequest, by event: Event) -> [RowChange]? {
        guard lastChange.rev == event.rev else { return [] }
        if lastChange.isEverything { return nil }
        switch view.view {
        case Self.tabView:
            let id = view.arguments["tab"]?.text.flatMap(TabID.init(_:))
            return id.map { lastChange.tabs.contains($0) } == true ? nil : []
        case Self.kitchenView:
            guard let change = lastChange.kitchen else { return [] }
            return kitchen.rows(
                of: view.arguments["station"]?.text, in: Self.kitchenView, changedBy: change)
        case Self.historyView:
            let day = view.arguments["day"]?.text
            return lastChange.past.contains { $0.day == day } ? nil : []
        default: return nil
        }
    }

    private static func document(of picture: TabPicture, currency: String) -> [String: JSON] {
        var payments: [String: JSON] = [:]
        for payment in picture.tab.payments { payments[payment.id.text] = payment.row }
        return [
            "tab": .object(picture.tab.staffMembers), "lines": picture.lineRows,
            "payments": .object(payments), "bill": Bill(picture).json,
            "currency": .string(currency),
        ]
    }

    // MARK: Guests

    package func personalDocument(view: String, subject: Subject) -> PersonalDocument? {
        guard view == Self.guestView, subject.board == name, let id = TabID(subject.id),
            let picture = picture(of: id)
        else { return nil }
        // The last event of a tab that has left is the one that ended it.
        let changedRev = open[id]?.rev ?? tabs.lastRev(of: id)
        let venue = Self.venueMember(of: house)
        return PersonalDocument(rev: max(venueChangedRev, changedRev)) {
            [code = currency.code] in
            [
                "venue": venue, "tab": .object(picture.tab.guestMembers),
                "lines": picture.guestLineRows, "bill": Bill(picture).json,
                "currency": .string(code),
            ]
        }
    }

    package func subjects(touchedBy event: Event, among watched: WatchedSubjects) -> [Subject] {
        guard lastChange.rev == event.rev else { return [] }
        if lastChange.isEverything { return watched.all }
        return lastChange.tabs.sorted { $0.rev < $1.rev }.map { .tab($0.text) }.filter {
            watched.contains($0)
        }
    }

    // MARK: Answers

    package func result(of event: Event) -> JSON? {
        let data = event.data
        switch OrdersEvent(rawValue: event.kind) {
        case .sectionAdded: return ["section": .string(event.subject)]
        case .dishAdded: return ["dish": .string(event.subject)]
        case .opened: return tabResult(event.subject, number: data["number"])
        case .split: return tabResult(data["into"]?.text ?? "", number: data["number"])
        case .added: return JSON(present: ["line": data["line"]])
        case .changed:
            return data["quantity"]?.integer == 0 ? [:] : JSON(present: ["line": data["line"]])
        case .repeated: return ["leftOut": data["leftOut"] ?? []]
        case .placed: return JSON(present: ["round": data["round"]])
        case .cooked, .done, .recalled, .served, .linesCancelled:
            return ["lines": data["lines"] ?? []]
        case .paid, .unpaid:
            return JSON(present: ["payment": data["payment"], "amount": data["amount"]])
        case .imported:
            return JSON(present: [
                "added": data["added"], "changed": data["changed"], "unchanged": data["unchanged"],
                "sections": data["newSections"],
            ])
        default: return nil
        }
    }

    private func tabResult(_ tab: String, number: JSON?) -> JSON {
        JSON(present: ["tab": .string(tab), "number": number, "ticket": .string(ticket(tab))])
    }
}
