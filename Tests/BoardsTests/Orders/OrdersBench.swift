import BoardKit
import JSON
import Sync
import TestBoards

/// A service with short calls for actions on the menu, tabs and lines.
typealias OrdersBench = VenueBench<BenchedOrders>

struct BenchedOrders: BenchedBoard {
    static let name = "orders"
}

extension VenueBench where Board == BenchedOrders {
    static var waiter: Principal { Principal(role: Role(rawValue: "waiter"), device: "d_waiter") }
    static var cook: Principal { Principal(role: Role(rawValue: "kitchen"), device: "d_cook") }

    /// Returns the events from an index on, each with its request.
    func entries(from count: Int) -> [OrdersEntry] {
        events[count...].map { event in
            let request = requests[event.rev]
            return OrdersEntry(
                event: event, action: request?.action ?? "", arguments: request?.arguments ?? [:],
                result: request?.result ?? .null)
        }
    }

    /// Imports a menu.
    mutating func importMenu(
        _ file: [UInt8], dry: Bool = false, by principal: Principal = host
    ) -> (status: Int, json: JSON) {
        let query = dry ? ["dry": "1"] : [:]
        let answer = request(.post, "menu", query, content: file, by: principal)
        return (answer?.status ?? 404, answer?.json ?? .null)
    }

    mutating func importMenu(_ text: String, dry: Bool = false) -> (status: Int, json: JSON) {
        importMenu(Array(text.utf8), dry: dry)
    }

    /// The menu as a file.
    func exportMenu() -> [UInt8] { Array((read("menu")?.text ?? "").utf8) }
}
