package import JSON

/// The documents of the orders board at one moment.
package protocol OrdersDocuments: StaffDocuments {
    /// Returns the document for the guests of a tab, or `nil` if the tab does not exist.
    func guestView(_ tab: String) -> JSON?
}

extension OrdersDocuments {
    func tab(_ tab: String) -> JSON? { staffView("orders/tab", [("tab", tab)]) }

    func menu() -> JSON? { staffView("orders/menu", []) }
}

extension JSON {
    var ranked: [(id: String, row: JSON)] {
        (members ?? [:]).map { (id: $0.key, row: $0.value) }.sorted { one, other in
            (one.row["rank"]?.text ?? "").utf8.lexicographicallyPrecedes(
                (other.row["rank"]?.text ?? "").utf8)
        }
    }
}
