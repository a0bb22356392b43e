import JSON
import Sync

extension SimulatedClient {
    private static let tabCountMax = 3

    /// The views of the orders board that a client with this role watches.
    var ordersViews: [String] {
        guard world.service != nil else { return [] }
        switch principal.role {
        case .guest: return ["orders/menu"]
        case .display: return ["orders/menu", "orders/display"]
        case .engineer: return ["orders/menu", "orders/display", "orders/host"]
        case .owner, .host, SimulatedService.waiter, SimulatedService.cook:
            let ofKitchen = [
                "orders/menu", "orders/display", "orders/kitchen", "orders/kitchen?station=grill",
            ]
            if principal.role == SimulatedService.cook { return ofKitchen }
            return ofKitchen + ["orders/host", "orders/history?day=2026-11-20"]
                + tabs.map { "orders/tab?tab=\($0)" }
        default: return ["orders/display"]
        }
    }

    /// Sends a mutation about the tables or the kitchen.
    func serve() {
        guard let (verb, arguments) = world.service?.request(by: principal, using: &dice) else {
            return
        }
        // An undo may reverse what only others may do, and guests also name others' tabs.
        let isForOthers = verb == "undo" || principal.role == .guest
        ask("orders.\(verb)", arguments, mayBe: isForOthers ? [.invalid, .forbidden] : [.invalid])
    }

    /// Watches a tab that the client has opened.
    func look(at tab: String) {
        guard principal.role != .guest, tabs.count < Self.tabCountMax, !tabs.contains(tab) else {
            return
        }
        tabs.append(tab)
        let view = "orders/tab?tab=\(tab)"
        watches[view] = Watch(of: view)
        subscribe(to: view, resumes: false)
    }
}
