import JSON
import Sync
import TestBoards

/// The boards' views computed from the journal as of a revision.
struct JournalDocuments: OrdersDocuments {
    let truth: Truth
    let rev: Int

    func staffView(_ view: String, _ parameters: [(name: String, value: String)]) -> JSON? {
        truth.isRequested(view)
            ? truth.document(of: viewName(view, parameters), at: rev)
            : truth.version(truth.form(of: view, for: .host), at: rev)?.document
    }

    func guestView(_ tab: String) -> JSON? {
        truth.personal("orders/guest", Subject(board: "orders", id: tab), at: rev)?.document
    }
}

/// The boards' views that the hub shows now.
struct HubDocuments: OrdersDocuments {
    let host: SimulatedHost

    func staffView(_ view: String, _ parameters: [(name: String, value: String)]) -> JSON? {
        document(view, parameters, by: Principal(role: .host, device: "d_0"))
    }

    func guestView(_ tab: String) -> JSON? {
        document("orders/guest", by: Principal(guestOf: Subject(board: "orders", id: tab)))
    }

    private func document(
        _ view: String, _ parameters: [(name: String, value: String)] = [],
        by principal: Principal
    ) -> JSON? {
        host.read(view, parameters, by: principal).map(Frame.init)?.message["doc"]
    }
}

extension Simulation {
    /// Checks that the hub's current views equal the journal's.
    func expectViews(
        _ views: [(name: String, parameters: [(name: String, value: String)])],
        of host: SimulatedHost
    ) {
        let now = HubDocuments(host: host)
        let then = JournalDocuments(truth: truth, rev: truth.rev)
        for (view, parameters) in views {
            judge.expect(
                now.staffView(view, parameters) == then.staffView(view, parameters),
                "\(viewName(view, parameters)) is not what the journal makes of it")
        }
    }
}
