package import JSON

/// What the orders board shows at one moment.
package protocol OrdersDocuments {
    /// The document of a view, as staff get it; `nil` if there is none.
    func staffView(_ view: String, _ parameters: [(name: String, value: String)]) -> JSON?

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
