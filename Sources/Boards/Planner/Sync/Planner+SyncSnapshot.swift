import BoardKit
import CalendarSync
import Sync

/// Accounts, links and issues in snapshots.
extension Planner {
    func saveSync(to writer: inout StateWriter) {
        writer.write(accounts.count)
        for (id, account) in accounts.sorted(by: { $0.key < $1.key }) {
            writer.write(id.rev)
            writer.write(account)
        }
        writer.write(goneAccounts.map(\.rev).sorted())
        writer.write(links.count)
        for (id, link) in links.sorted(by: { $0.key < $1.key }) {
            writer.write(id.number)
            link.write(to: &writer, of: id) { self.events[$0] }
        }
        issues.write(to: &writer)
        writer.write(openIssues.ids.map(\.number).sorted())
    }

    /// Called after the events of the calendars were restored.
    mutating func restoreSync(from reader: inout StateReader) throws(StateError) {
        accounts = [:]
        for _ in 0..<(try reader.readCount()) {
            let id = AccountID(rev: try reader.read())
            accounts[id] = try reader.read(PlannerAccount.self)
        }
        goneAccounts = Set(try reader.read([Int].self).map { AccountID(rev: $0) })
        links = [:]
        for _ in 0..<(try reader.readCount()) {
            let id = CalendarID(number: try reader.read())
            let events = events
            links[id] = try CalendarLink(from: &reader) { events[$0] }
        }
        issues = try Ledger(from: &reader)
        openIssues = OpenIssues()
        for number in try reader.read([Int].self) {
            let id = IssueID(number: number)
            issues.keepAtHand(id)
            guard let issue = issues[id] else { throw StateError("an issue is missing") }
            openIssues.replace(nil, by: issue, of: id)
        }
    }
}
