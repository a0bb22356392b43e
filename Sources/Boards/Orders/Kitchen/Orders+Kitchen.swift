import BoardKit
import JSON
import Sync

/// Decides the actions on lines that were placed.
extension Orders {
    /// Skips lines whose status does not allow the step, so that two cooks never fail each other.
    func decideStep(
        _ action: OrdersAction, _ asked: inout Asked
    ) throws(Rejection) -> Decision {
        let named: LineList = try asked.last("lines")
        let (tab, found) = try openEntries(named.names, asked)
        let lines = found.filter { $0.line.status.next(by: action) != nil }
        guard !lines.isEmpty else { throw Rejection(.conflict, .noLineFits) }
        return Self.decision(
            Self.kind(of: action), of: tab.text, told(lines.map(\.id), of: tab))
    }

    private static func kind(of action: OrdersAction) -> OrdersEvent {
        switch action {
        case .cook: .cooked
        case .done: .done
        case .recall: .recalled
        default: .served
        }
    }

    private func told(_ lines: [LineID], of tab: TabID) -> [String: JSON?] {
        [
            "tab": .string(tab.text), "number": tabs[tab].map { JSON($0.number) },
            "lines": lines.json,
        ]
    }

    func decideCancelLines(_ asked: inout Asked) throws(Rejection) -> Decision {
        let named: LineList? = asked.arguments.required("lines")
        let reason: CancelReason? = asked.arguments.optional("reason")
        guard asked.areGood, let named else { throw asked.rejection }
        let (tab, found) = try openEntries(named.names, asked)
        let lines = found.filter { entry in
            asked.isByGuest ? entry.line.status == .placed : entry.line.counts
        }
        guard !lines.isEmpty else {
            throw Rejection(
                .conflict,
                asked.isByGuest && found.contains(where: \.line.counts)
                    ? .kitchenHasBegun : .noLineFits)
        }
        guard !lines.contains(where: \.line.isPaid) else { throw Rejection(.conflict, .isPaid) }
        if reason == nil, lines.contains(where: { $0.line.status != .placed }) {
            throw Self.reasonMissing
        }
        if let picture = picture(of: tab) {
            let amount = lines.reduce(0) { $0 + $1.line.amount }
            guard TabFigures(picture).total - amount >= picture.paid else {
                throw Rejection(.conflict, .isPaid)
            }
        }
        var data = told(lines.map(\.id), of: tab)
        data["reason"] = reason.map { JSON.string($0.text) }
        return Self.decision(.linesCancelled, of: tab.text, data)
    }
}

extension LineStatus {
    /// Returns the status after a step in the kitchen, or `nil` if the step is not possible.
    func next(by action: OrdersAction) -> LineStatus? {
        switch (action, self) {
        case (.cook, .placed): .cooking
        case (.done, .placed), (.done, .cooking): .done
        case (.serve, .placed), (.serve, .cooking), (.serve, .done): .served
        case (.recall, .served): .done
        case (.recall, .done): .cooking
        case (.recall, .cooking): .placed
        default: nil
        }
    }
}
