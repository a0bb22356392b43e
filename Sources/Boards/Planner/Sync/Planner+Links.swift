import BoardKit
import CalendarMerging
import ICalendar
import JSON
import Sync

extension Planner {
    func decideLink(_ asked: inout Asked) throws(Rejection) -> Decision {
        let named: ItemID? = asked.arguments.required("account")
        let remote: ItemID? = asked.arguments.required("remote")
        let item: ItemID? = asked.arguments.optional("calendar")
        let name: CalendarName? = asked.arguments.optional("name")
        let color: CalendarColor? = asked.arguments.optional("color")
        let readOnly: Switch? = asked.arguments.optional("readOnly")
        guard asked.areGood, let named, let remote else { throw asked.rejection }
        var merged: CalendarID?
        if let item { merged = try knownCalendar(item) }
        let (accountID, account) = try presentAccount(named, asked)
        guard let remoteID = RemoteID(remote.text), let there = account.remotes[remoteID] else {
            throw Rejection(.notFound, .noRemote)
        }
        guard account.state == .ready else { throw Rejection(.conflict, .accountNotReady) }
        if link(to: account.place(of: there.id)) != nil {
            throw Rejection(.conflict, .remoteIsLinked)
        }
        let id = merged ?? CalendarID(rev: asked.moment.rev)
        let old = try merged.map { id throws(Rejection) in try unlinkedCalendar(id, asked) }
        if old == nil { try checkRoomForCalendars(1) }
        var calendar = old ?? BookCalendar(name: freeName(there.name), color: color ?? freeColor)
        calendar.name = name?.text ?? calendar.name
        calendar.color = color ?? calendar.color
        let link = CalendarLink(
            account: accountID, remote: remoteID, calendar: there.id,
            isReadOnly: readOnly?.isOn == true || there.isReadOnly)
        return Self.decision(
            .linked, of: id.text,
            ["link": link.json, "calendar": calendar == old ? nil : calendar.json])
    }

    /// Returns a calendar that can be linked and is not. Throws otherwise.
    private func unlinkedCalendar(
        _ id: CalendarID, _ asked: Asked
    ) throws(Rejection) -> BookCalendar {
        try asked.check(calendars.lastRev(of: id))
        guard let calendar = calendar(id) else { throw Rejection(.conflict, .calendarIsGone) }
        guard id != .reservations else { throw Rejection(.conflict, .hasNoEvents) }
        guard links[id] == nil else { throw Rejection(.conflict, .calendarIsLinked) }
        return calendar
    }

    func decideUnlink(_ asked: inout Asked) throws(Rejection) -> Decision {
        let (id, _) = try linkedCalendar(&asked)
        return Self.decision(
            .unlinked, of: id.text,
            ["name": calendar(id).map { .string($0.name) }, "issues": dropped(from: [id])])
    }

    func decideSync(_ asked: inout Asked) throws(Rejection) -> Decision {
        let (id, link) = try linkedCalendar(&asked)
        guard accounts[link.account]?.state == .ready else {
            throw Rejection(.conflict, .accountNotReady)
        }
        return Self.decision(
            .syncRequested, of: id.text, ["name": calendar(id).map { .string($0.name) }])
    }

    /// Returns the ids of the issues that end when the calendars are unlinked, for the journal;
    /// `nil` if there are none.
    func dropped(from calendars: Set<CalendarID>) -> JSON? {
        let ids = openIssues.ids.filter { id in
            issues[id].map { calendars.contains($0.calendar) } ?? false
        }
        return ids.isEmpty ? nil : .array(ids.sorted().map { .string($0.text) })
    }

    private func linkedCalendar(
        _ asked: inout Asked
    ) throws(Rejection) -> (id: CalendarID, link: CalendarLink) {
        let named: ItemID = try asked.last("calendar")
        let id = try knownCalendar(named)
        if let link = links[id] { try asked.check(link.lastRev) }
        guard calendar(id) != nil else { throw Rejection(.conflict, .calendarIsGone) }
        guard let link = links[id] else { throw Rejection(.conflict, .calendarNotLinked) }
        return (id, link)
    }

    // MARK: Issues

    func decideSettle(_ asked: inout Asked) throws(Rejection) -> Decision {
        let named: ItemID? = asked.arguments.required("issue")
        let take: IssueSide? = asked.arguments.required("take")
        guard asked.areGood, let named, let take else { throw asked.rejection }
        guard let id = IssueID(named.text), issues.knows(id) else {
            throw Rejection(.notFound, .noIssue)
        }
        try asked.check(issues.lastRev(of: id))
        guard let issue = issues[id] else { throw Rejection(.conflict, .issueIsSettled) }
        let details = events.lastKnown(issue.event)?.content.details
        var data: [String: JSON?] = [
            "issue": issue.json, "take": .string(take.rawValue),
            "title": details.map { .string($0.title) },
            "private": details?.isPrivate == true ? true : nil,
        ]
        if let event = try settled(issue, take, asked) {
            data["in"] = .string(issue.event.text)
            data["event"] = event
        }
        return Self.decision(.settled, of: id.text, data)
    }

    /// Returns the new state of the event, `null` if it is deleted, or `nil` if it stays the same.
    private func settled(
        _ issue: SyncIssue, _ take: IssueSide, _ asked: Asked
    ) throws(Rejection) -> JSON? {
        let event = events[issue.event]
        let content = event?.content
        let taken =
            take == .theirs
            ? issue.conflict.takingTheirs(in: content, floatingIn: zone)
            : issue.conflict.takingOurs(in: content, floatingIn: zone)
        guard taken != content else { return nil }
        guard var event else { throw Rejection(.conflict, .eventIsGone) }
        try checkWritable(event.calendar)
        guard let taken else { return .null }
        event.content = taken
        event.content.note(asked.moment)
        return try checked(event)
    }
}
