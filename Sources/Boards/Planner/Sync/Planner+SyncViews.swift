import BoardKit
import CalendarMerging
import ICalendar
import JSON
import Sync

extension Planner {
    /// The most waiting writes of a calendar that are shown, and the most failed ones.
    static let writeRowCountMax = 100

    static let accountsDocument = Schema.record(
        .always("accounts", Schema(.rows(of: accountSchema))),
        .always(
            "links",
            .rows(
                .always("account", .text), .always("waiting", .count, "Events to be written"),
                .always("failed", .count, "Events that the server did not take"),
                .maybe("left", .count, "Events of the remote that are too large to be kept here"),
                .maybe("unreadable", UnreadableRow.schema),
                .maybe(
                    "problem", Schema(.choice(CalendarLink.Problem.allCases.map(\.rawValue))))),
            "By their calendars"),
        .always(
            "writes",
            .rows(
                .always("calendar", .text), .always("event", .text), .always("title", .text),
                .always("change", Schema(.choice(["add", "edit", "delete"]))),
                .always("state", Schema(.choice(["waiting", "failed"]))),
                .maybe("status", .count, "What the server answered")),
            "The first that wait, and the first that failed"),
        .always(
            "feeds",
            .rows(
                .always("name", .text),
                .always("calendars", Schema(.list(of: ItemID.schema, countMax: calendarCountMax))),
                .always("details", FeedDetails.schema))))

    private static let accountSchema = Schema.record(
        .always("kind", AccountKind.schema), .always("name", .text), .maybe("url", .text),
        .always("user", .text, "At Google the id of the client"),
        .always("state", Schema(.choice(PlannerAccount.State.allCases.map(\.rawValue)))),
        .maybe("problem", .text, "A code"),
        .maybe("elsewhere", .text, "The address to which the server sends, to be linked instead"),
        .maybe("authorize", .text, "The address at which somebody signs in"),
        .maybe("allowPrivate", Schema(.flag)),
        .always(
            "remotes",
            .rows(
                .always("name", .text), .maybe("readOnly", Schema(.flag)),
                .maybe("linked", .text, "The calendar that is linked to it, by whatever account"))))

    static let issueSchema = Schema.record(
        .always("event", .text), .maybe("at", .text), .always("calendar", .text),
        .always("title", .text, "The event's"),
        .always("kind", Schema(.choice(MergeField.allCases.map(\.rawValue)))),
        .always("ours", .any, "As it is now"), .always("theirs", .any),
        .maybe("gone", Schema(.flag), "Whether its subject no longer exists"),
        .maybe("edited", .any, "What was edited of the deleted, by the fields"),
        .always("since", .instant))

    /// The members of `accountsView` besides the feeds.
    var accountMembers: [String: JSON] {
        var accountRows: [String: JSON] = [:]
        for id in accounts.keys { accountRows[id.text] = accountRow(id) }
        var linkRows: [String: JSON] = [:]
        var writes: [String: JSON] = [:]
        for (id, link) in links {
            linkRows[id.text] = link.row
            writes.merge(writeRows(of: id, link)) { $1 }
        }
        return [
            "accounts": .object(accountRows), "links": .object(linkRows),
            "writes": .object(writes),
        ]
    }

    func accountRow(_ id: AccountID) -> JSON? {
        guard let account = accounts[id], !account.isGone else { return nil }
        return account.row { link(to: account.place(of: $0.id)) }
    }

    /// Returns the calendar that is linked to a place. Two accounts may lead to the same place.
    func link(to place: RemotePlace) -> CalendarID? {
        links.first { accounts[$0.value.account]?.place(of: $0.value.calendar) == place }?.key
    }

    func calendarRow(_ id: CalendarID) -> JSON? {
        guard var members = calendar(id)?.members() else { return nil }
        if let link = links[id] {
            members["account"] = .string(link.account.text)
            members["remote"] = .string(link.remote.text)
            if link.isReadOnly { members["readOnly"] = true }
            members["staleSince"] = link.staleSince.map { .string($0.description) }
            members["waitsUntil"] = link.waitsUntil.map { .string($0.description) }
        }
        return .object(members)
    }

    func issueRow(_ id: IssueID) -> JSON? {
        guard let issue = issues[id] else { return nil }
        let title = events.lastKnown(issue.event)?.content.details.title
        let present = events[issue.event].flatMap {
            issue.conflict.present(in: $0.content, floatingIn: zone)
        }
        return issue.row(title: title, present: present)
    }

    /// Returns a calendar's waiting and failed writes, by the names of their rows.
    func writeRows(of calendar: CalendarID, _ link: CalendarLink) -> [String: JSON] {
        var rows: [String: JSON] = [:]
        for id in link.waiting.prefix(Self.writeRowCountMax) {
            rows["\(calendar.text).\(id.text)"] = writeRow(of: id, in: calendar, link)
        }
        for id in link.failed.keys.sorted().prefix(Self.writeRowCountMax) {
            rows["\(calendar.text).\(id.text)"] = writeRow(of: id, in: calendar, link)
        }
        return rows
    }

    private func writeRow(
        of id: EventID, in calendar: CalendarID, _ link: CalendarLink
    ) -> JSON {
        let isHere = events[id]?.calendar == calendar
        let change = !isHere ? "delete" : link.copies[id] == nil ? "add" : "edit"
        let title = (events[id] ?? events.lastKnown(id))?.content.details.title
        return JSON(present: [
            "calendar": .string(calendar.text), "event": .string(id.text),
            "title": .string(title ?? ""), "change": .string(change),
            "state": link.failed[id] == nil ? "waiting" : "failed",
            "status": link.failed[id].map { JSON($0) },
        ])
    }

    func mark(of id: EventID) -> SyncMark {
        var mark = SyncMark()
        if let calendar = events[id]?.calendar, let link = links[calendar] {
            if link.failed[id] != nil {
                mark.state = .failed
            } else if link.isWaiting(id) {
                mark.state = .waiting
            }
        }
        for issue in openIssues.of(id) {
            guard let conflict = issues[issue]?.conflict else { continue }
            if let at = conflict.at { mark.issuesAt.insert(at.text) } else { mark.hasIssue = true }
        }
        return mark
    }
}

extension CalendarLink {
    func isWaiting(_ id: EventID) -> Bool {
        let index = waiting.partitionPoint { id <= $0 }
        return index < waiting.count && waiting[index] == id
    }

    fileprivate var shownLeft: JSON? { left.isEmpty ? nil : JSON(left.count) }

    var row: JSON {
        JSON(present: [
            "account": .string(account.text), "waiting": JSON(waiting.count),
            "failed": JSON(failed.count), "left": shownLeft,
            "problem": problem.map { .string($0.rawValue) },
            "unreadable": UnreadableRow.shown(unreadable),
        ])
    }
}
