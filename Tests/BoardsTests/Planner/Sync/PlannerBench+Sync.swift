import CalendarMerging
import CalendarSync
import Carriers
import ICalendar
import JSON
import Sync

@testable import BoardKit
@testable import PlannerBoard

/// Accounts and links, with a hub that runs their connectors.
extension VenueBench where Board == BenchedPlanner {
    static var password: String { "hunter2-secret" }

    var planner: Planner { venue.board(Planner.self)! }

    var connectorIDs: [String] { planner.connectors.map(\.id) }

    func connector(_ id: String) -> Connector? { planner.connectors.first { $0.id == id } }

    func task(_ id: String) -> CalendarJob.Task? {
        (connector(id)?.job as? PlannerJob)?.job.task
    }

    /// Returns the writes that a connector requests.
    func writes(_ id: String) -> [RemoteWrite] {
        if case .write(_, let writes) = task(id) { writes } else { [] }
    }

    // MARK: Results

    @discardableResult
    mutating func tell(
        _ account: String, _ result: CalendarResult, of id: String = ""
    ) -> Rejection? {
        let account = AccountID(account)!
        return report(
            id.isEmpty ? "\(account.text)/any" : id,
            .done(PlannerResult(account: account, result: result)))
    }

    /// Runs a connector against a server.
    ///
    /// - Parameter isLost: whether the server's answer is lost.
    @discardableResult
    mutating func run(
        _ id: String, at server: inout PretendServer, isLost: Bool = false
    ) -> [Rejection] {
        guard let job = connector(id)?.job as? PlannerJob else { return [] }
        let answer = server.answer(job.job.task)
        if isLost { return [] }
        switch answer {
        case .done(let results):
            return results.compactMap {
                report(id, .done(PlannerResult(account: job.account, result: $0)))
            }
        case .same: return [report(id, .same)].compactMap(\.self)
        case .failed(let failure, _):
            return [report(id, .failed(EffectFailure(failure)))].compactMap(\.self)
        }
    }

    /// Runs all connectors until nothing is left to do.
    mutating func settleDown(at server: inout PretendServer) {
        for _ in 1...100 {
            let before = rev
            for id in connectorIDs where !id.hasSuffix("/watch") { run(id, at: &server) }
            if rev == before { return }
        }
    }

    // MARK: Accounts and links

    /// - Returns: The account's id.
    mutating func connect(_ more: [String: JSON] = [:]) throws(Rejection) -> String {
        let arguments: [String: JSON] = [
            "kind": "caldav", "url": "https://cloud.example.org", "user": "chef",
            "password": .string(Self.password),
        ]
        return try ask("connect", arguments.merging(more) { $1 }, by: Self.owner)["account"]?.text
            ?? ""
    }

    /// - Returns: The id of an account that is ready.
    mutating func connected(
        _ remotes: [RemoteCalendar] = [
            RemoteCalendar(id: "/dav/kitchen/", name: "Kitchen", isReadOnly: false)
        ]
    ) throws(Rejection) -> String {
        let account = try connect()
        tell(account, .remotes(remotes), of: "\(account)/find")
        return account
    }

    var accounts: JSON { document("planner/accounts", by: Self.owner) ?? .null }

    func account(_ id: String) -> JSON? { accounts["accounts"]?[id] }

    /// Returns the id of an account's calendar with this name.
    func remote(_ account: String, _ name: String = "Kitchen") -> String {
        let remotes = self.account(account)?["remotes"]?.members ?? [:]
        return remotes.first { $0.value["name"]?.text == name }?.key ?? ""
    }

    /// - Returns: The linked calendar's id.
    @discardableResult
    mutating func link(
        _ account: String, _ more: [String: JSON] = [:]
    ) throws(Rejection) -> String {
        let arguments: [String: JSON] = [
            "account": .string(account), "remote": .string(remote(account)),
        ]
        return try ask("link", arguments.merging(more) { $1 }, by: Self.owner)["calendar"]?.text
            ?? ""
    }

    /// Links a calendar to one of a server.
    ///
    /// - Returns: The ids of the calendar and the account.
    mutating func linked(
        to server: inout PretendServer, _ more: [String: JSON] = [:]
    ) throws(Rejection) -> (calendar: String, account: String) {
        let account = try connected()
        let calendar = try link(account, more)
        settleDown(at: &server)
        return (calendar, account)
    }

    // MARK: Documents

    var issues: [String: JSON] { calendars["issues"]?.members ?? [:] }

    /// Returns the board's event with this title.
    func event(titled title: String) -> (id: String, content: CalendarEvent)? {
        for id in planner.shelves.values.flatMap(\.ids) {
            if let event = planner.events[id], event.content.details.title == title {
                return (id.text, event.content)
            }
        }
        return nil
    }

    /// Returns the sync state in an event's row.
    func sync(_ event: String, in monday: String = "2026-05-04") -> String? {
        rows(of: event, in: [monday]).values.first?["sync"]?.text
    }
}
