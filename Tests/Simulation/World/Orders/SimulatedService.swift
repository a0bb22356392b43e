import BoardKit
import JSON
import Sync
import TestBoards
import TestSupport

/// The orders board's part of an evening: its people's mutations, and an account of the accepted
/// ones, which is compared with the board's views.
final class SimulatedService {
    static let waiter = Role(rawValue: "waiter")
    static let cook = Role(rawValue: "kitchen")
    private static let guestVerbs = ["add", "add", "add", "change", "place", "edit"]

    private unowned let world: Simulation
    private var account = OrdersAccount()
    /// The requested mutations, by id.
    private var asks: [String: Ask] = [:]
    /// The last revision that was looked at.
    private var rev = 0
    /// The tabs whose guests know of them.
    private var tabs: Set<String> = []
    /// The number of tabs' events that were compared with the account.
    private(set) var comparedCount = 0

    init(world: Simulation) { self.world = world }

    /// Gives the house a menu from before the evening.
    func begin() {
        _ = world.disk.open()
        var venue = Venue(
            record: world.record, boards: Simulation.boards(world.record),
            dependencies: VenueDependencies(recall: { _ in nil }, digest: { $0 }))
        OrdersRequests.makeMenu { verb, arguments in
            let ask = Ask(
                id: "menu-\(venue.rev)", action: "orders.\(verb)", arguments: arguments, ifRev: nil)
            note(ask)
            var actions = venue.mutate(
                ask.mutation, of: ClientID(number: 0),
                by: Principal(role: .owner, device: "d_0"), at: SimulatedClock.start)
            if let batch = venue.takeBatch() {
                world.disk.begin(with: batch)
                while let more = venue.journaled(batch) { actions += more }
            }
            for case .send(_, .ack(let ack)) in actions { return ack.result ?? .null }
            return .null
        }
    }

    // MARK: Requests

    func note(_ ask: Ask) { asks[ask.id] = ask }

    /// Returns the next mutation, chosen by the state on the disk.
    ///
    /// - Returns: `nil` if nothing can be done.
    func request(
        by principal: Principal, using dice: inout Dice
    ) -> (verb: String, arguments: [String: JSON])? {
        catchUp()
        let isGuest = principal.role == .guest
        // Most undos come too late anyway.
        let undoes = dice.chance(20)
        let verbs = OrdersRequests.verbs.filter { verb in
            world.permits("orders.\(verb)", by: principal.role) && (undoes || verb != "undo")
        }
        let ownTab = dice.chance(80) ? principal.subject?.id : nil
        var requests = OrdersRequests(
            account, of: ownTab,
            from: SeededGenerator(seed: UInt64(dice.number(0...Int.max))))
        guard let verb = dice.pick(isGuest ? Self.guestVerbs : verbs),
            let arguments = requests.arguments(verb)
        else { return nil }
        return (verb, arguments)
    }

    /// Returns the tab that a mutation opened, when it is first acknowledged.
    func opened(by ask: Ask, _ result: JSON?) -> String? {
        guard ["orders.open", "orders.split"].contains(ask.action),
            let tab = result?["tab"]?.text, tabs.insert(tab).inserted
        else { return nil }
        return tab
    }

    // MARK: What is true

    /// Adds the events that the disk has flushed meanwhile to the account, and compares the board's
    /// views with it.
    private func catchUp() {
        for event in world.truth.events[rev...] {
            rev = event.rev
            // The account supports only one day, and no time that goes back.
            if event.kind == "day_began" || event.recordsSetBack { account.leaveOpen() }
            if event.board == "orders" { take(event) }
        }
    }

    private func take(_ event: Event) {
        let ask = event.mutationID.flatMap { asks[$0] }
        world.judge.expect(
            ask != nil || event.actor.isAutomatic,
            "nobody has asked for \(event.kind) at \(event.rev)")
        let shown = JournalDocuments(truth: world.truth, rev: event.rev)
        account.take(
            OrdersEntry(
                event: event, action: ask?.action ?? "", arguments: ask?.arguments ?? [:],
                result: world.truth.result(of: event) ?? .null),
            shown: shown)
        let tabs = account.tabs(of: event.rev)
        let comparison = OrdersComparison(shown, with: account)
        report(comparison.faults(of: tabs))
        if account.isLeftOpen { return }
        if !tabs.isEmpty { comparedCount += 1 }
        report(comparison.differences(of: tabs) + account.wrongUndos)
    }

    private func report(_ findings: [String]) {
        for finding in findings { world.judge.report("orders at \(rev): \(finding)") }
    }

    /// Compares everything as of the last revision, at the end.
    func expectAll() {
        catchUp()
        let comparison = OrdersComparison(
            JournalDocuments(truth: world.truth, rev: rev), with: account)
        report(comparison.faults(of: account.tabs))
        if account.isLeftOpen { return }
        report(comparison.differences(of: account.tabs) + comparison.differences())
    }

    private static let views: [(name: String, parameters: [(name: String, value: String)])] = [
        ("orders/menu", []), ("orders/host", []), ("orders/display", []), ("orders/kitchen", []),
        ("orders/kitchen", [("station", "grill")]), ("orders/history", [("day", "2026-11-20")]),
    ]

    /// Checks that the hub's current views equal the journal's.
    func expectViews(of host: SimulatedHost) {
        world.expectViews(
            Self.views + account.tabs.sorted().map { ("orders/tab", [("tab", $0)]) }, of: host)
        let now = HubDocuments(host: host)
        let truth = JournalDocuments(truth: world.truth, rev: world.truth.rev)
        for tab in account.tabs.sorted() {
            world.judge.expect(
                now.guestView(tab) == truth.guestView(tab),
                "what the guests of \(tab) see is not what the journal makes of it")
        }
    }
}
