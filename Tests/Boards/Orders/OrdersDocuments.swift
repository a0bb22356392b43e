package import JSON

/// What the orders board shows at one moment.
package protocol OrdersDocuments: StaffDocuments {
    /// What the guests of a tab see; `nil` if there is no such tab.
    func guestView(_ tab: String) -> JSON?
}

extension OrdersDocuments {
    func tab(_ tab: String) -> JSON? { staffView("orders/tab", [("tab", tab)]) }

    func menu() -> JSON? { staffView("orders/menu", []) }
}

extension JSON {
    /// Rows in the order of their ranks.
    var ranked: [(id: String, row: JSON)] {
        (members ?? [:]).map { (id: $0.key, row: $0.value) }.sorted { one, other in
            (one.row["rank"]?.text ?? "").utf8.lexicographicallyPrecedes(
                (other.row["rank"]?.text ?? "").utf8)
        }
    }
}
