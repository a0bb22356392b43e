import JSON
import ShippedBoards
import Sync

@testable import BoardKit
@testable import OrdersBoard

/// The board's plain HTTP routes.
extension OrdersBench {
    /// The answer to a request below `/v1/main/orders/`, or `nil` if there is no route.
    ///
    /// - Parameter meanwhile: runs while the hub computes the answer away from the venue.
    mutating func request(
        _ method: BoardRoute.Method, _ path: String, _ query: [String: String] = [:],
        content: [UInt8] = [], by principal: Principal = host,
        meanwhile: (inout OrdersBench) -> Void = { _ in }
    ) -> (status: Int, text: String)? {
        let address = BoardRegistry.shipped.address(of: "orders", at: [path])
        guard let route = address?.routes.first(where: { $0.method == method }) else { return nil }
        guard route.isOpen(to: principal.role) else { return (403, "") }
        let request = BoardRoute.Request(
            query: query, content: content, principal: principal, at: now)
        var outcome = route.outcome(request, venue)
        var isWorking = false
        while case .work(let work) = outcome {
            let next = work()
            if !isWorking { meanwhile(&self) }
            isWorking = true
            outcome = next(venue)
        }
        if case .answer(let answer) = outcome { return (answer.status, answer.told) }
        if case .ticket(let ticket) = outcome {
            return (200, RouteAnswer(["ticket": .string(ticket)]).told)
        }
        guard case .mutation(let action, let arguments, _, let next) = outcome else { return nil }
        let changed: Result<AcceptedChange, Rejection>
        do throws(Rejection) {
            let result = try ask(action, arguments, by: principal)
            changed = .success(AcceptedChange(rev: rev, result: result == .null ? nil : result))
        } catch {
            changed = .failure(error)
        }
        guard case .answer(let answer) = next(changed, venue) else { return nil }
        return (answer.status, answer.told)
    }

    /// Imports a menu.
    mutating func importMenu(
        _ file: [UInt8], dry: Bool = false, by principal: Principal = host
    ) -> (status: Int, json: JSON) {
        let query = dry ? ["dry": "1"] : [:]
        let answer = request(.post, "menu", query, content: file, by: principal)
        let json = answer.flatMap { try? JSON(parsing: $0.text) }
        return (answer?.status ?? 404, json ?? .null)
    }

    mutating func importMenu(_ text: String, dry: Bool = false) -> (status: Int, json: JSON) {
        importMenu(Array(text.utf8), dry: dry)
    }

    /// The menu as a file.
    mutating func exportMenu() -> [UInt8] {
        Array((request(.get, "menu")?.text ?? "").utf8)
    }
}
