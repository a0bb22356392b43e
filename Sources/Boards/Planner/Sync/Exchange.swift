import BoardKit
import CalendarMerging
import ICalendar
import JSON
import Sync

/// Merges a server's changes into the events of a linked calendar.
///
/// One event of the journal takes up to 2 MiB of changes. The rest is left for the next read from
/// the same token, in which changes with a known tag are skipped.
struct Exchange {
    private let board: Planner
    private let link: CalendarLink
    private let moment: Moment

    private(set) var change: ExchangeChange
    /// The new states of the changed events; `nil` for a deleted event.
    private(set) var events: [EventID: PlannedEvent?] = [:]
    private(set) var issues: [SyncIssue] = []
    /// The number of items that were known already.
    private(set) var knownCount = 0

    private var bytes = 0
    private var madeCount = 0
    /// The number of events that the calendar has gained.
    private var gain = 0
    /// The new events, by their UIDs.
    private var madeUIDs: [String: EventID] = [:]
    private var madeNames: [String: EventID] = [:]

    init(_ calendar: CalendarID, _ link: CalendarLink, on board: Planner, at moment: Moment) {
        self.board = board
        self.link = link
        self.moment = moment
        change = ExchangeChange(calendar: calendar)
    }

    private var calendar: CalendarID { change.calendar }

    var hasNews: Bool {
        !events.isEmpty || !change.copies.isEmpty || !change.left.isEmpty || !issues.isEmpty
            || !change.failed.isEmpty || !change.unreadable.isEmpty || change.hasMissed
    }

    // MARK: Known states

    private func copy(of id: EventID) -> RemoteCopy? { change.copies[id] ?? link.copies[id] }

    private func state(of id: EventID) -> PlannedEvent? { events[id] ?? board.events[id] }

    /// Returns the last state on which both sides agreed. A state that matches one that may have
    /// been sent is no edit by the remote.
    ///
    /// - Parameter items: the server's items about the event.
    private func base(
        of id: EventID, with theirs: CalendarEvent?, _ items: [RemoteItem]
    ) -> CalendarEvent? {
        let sent = change.copies[id] == nil ? link.unanswered[id] ?? [] : []
        let isOwn = sent.contains { sent in
            guard let sent, let theirs else { return sent == nil && theirs == nil }
            return sent.says(theSameAs: theirs, floatingIn: board.zone)
        }
        if isOwn { return theirs }
        let made = state(of: id) == nil ? sent.compactMap(\.self).last : nil
        return copy(of: id).map { remembered($0, of: id, items) } ?? made
    }

    /// Returns the base without the parts that Google has dropped. Google drops the changes and
    /// exclusions of a series that is moved. If the move may have come from here, nobody has
    /// removed them, so they are written again after the series.
    private func remembered(
        _ copy: RemoteCopy, of id: EventID, _ items: [RemoteItem]
    ) -> CalendarEvent {
        var base = copy.base
        guard change.copies[id] == nil, link.isWaiting(id) else { return base }
        for item in items {
            guard case .series(_, _, let series, _) = item else { continue }
            let now = state(of: id).flatMap { $0.calendar == calendar ? $0.content : nil }
            let sent = ((link.unanswered[id] ?? []) + [now]).compactMap(\.self)
            let times = series.recurrence
            guard !times.happens(as: base.recurrence),
                let sent = sent.last(where: { times.happens(as: $0.recurrence) }),
                let left = CalendarEvent.after(
                    [item], base: base, tags: copy.changeTags, floatingIn: board.zone)
            else { continue }
            base.recurrence = left.recurrence
            base.recurrence.length = sent.recurrence.length
        }
        return base
    }

    private func id(named name: String) -> EventID? {
        let id = madeNames[name] ?? link.id(named: name)
        return id.flatMap { copy(of: $0)?.name == name ? $0 : nil }
    }

    // MARK: Reading

    /// Applies a server's items about one event.
    ///
    /// - Parameters:
    ///   - items: all items about the event, in order.
    ///   - known: the event, if it is known; otherwise its name and UID identify it.
    /// - Returns: whether there is room for more.
    mutating func take(_ items: [RemoteItem], of known: EventID? = nil) -> Bool {
        guard let name = items.first?.name else { return true }
        noteUnreadable(items)
        let items = items.filter { if case .unreadable = $0 { false } else { true } }
        guard !items.isEmpty else { return true }
        let named = known ?? id(named: name)
        let old = named.flatMap { copy(of: $0) }
        let news = items.filter { !(old?.knows($0) ?? false) }
        if news.isEmpty {
            knownCount += items.count
            return true
        }
        let theirs = CalendarEvent.after(
            news, base: old?.base, tags: old?.changeTags, floatingIn: board.zone)
        guard let id = named ?? theirs.map({ self.id(of: $0) }) else { return true }
        return merge(id, name: name, with: theirs, news)
    }

    /// Records the items that can't be read, and those that can be read again. The event stays as
    /// it is.
    private mutating func noteUnreadable(_ items: [RemoteItem]) {
        var rows: [String: JSON?] = [:]
        for item in items {
            switch item {
            case .whole(let name, _, _), .series(let name, _, _, _):
                rows.updateValue(nil, forKey: name)
            case .occurrence(let series, let key, _, _):
                rows.updateValue(nil, forKey: series + "_" + key.text)
            case .deleted(let name):
                for known in link.unreadable.keys where known.hasPrefix(name + "_") {
                    rows.updateValue(nil, forKey: known)
                }
                rows.updateValue(nil, forKey: name)
            case .unreadable(let name, let tag, let event):
                rows.updateValue(UnreadableRow.kept(event, tag: tag), forKey: name)
            }
        }
        for (name, row) in rows {
            if row == link.unreadable[name] {
                change.unreadable.removeValue(forKey: name)
            } else {
                change.unreadable.updateValue(row, forKey: name)
            }
        }
    }

    /// Returns the event with the UID of a remote event, or else a new id.
    private func id(of theirs: CalendarEvent) -> EventID {
        madeUIDs[theirs.uid] ?? board.uids[theirs.uid, calendar]
            ?? link.unansweredID(ofUID: theirs.uid) ?? newID
    }

    private var newID: EventID { EventID(rev: moment.rev, place: madeCount) }

    /// - Parameter theirs: the remote state; `nil` if the event was deleted.
    /// - Returns: whether there was room for the event.
    private mutating func merge(
        _ id: EventID, name: String, with theirs: CalendarEvent?, _ items: [RemoteItem]
    ) -> Bool {
        let old = copy(of: id)
        let ours = state(of: id)
        var parts = (base: base(of: id, with: theirs, items), theirs: theirs)
        let rests = takeRests(link.rests[id] ?? [:], from: &parts)
        let merged = merged(ours, with: parts.theirs, since: parts.base, isNew: old == nil)
        var new = theirs.map { theirs in
            RemoteCopy(
                name: name, tag: old?.tag, changeTags: old?.changeTags ?? [:], base: theirs)
        }
        new?.take(tagsOf: items)
        let hasRoom = take(
            merged, of: id, name: name, new, since: parts.base, rests, instead: ours)
        if hasRoom == nil, !link.left.contains(name) { change.left[name] = true }
        return hasRoom ?? true
    }

    /// Applies the merge of an event.
    ///
    /// - Parameter copy: the remote's new copy; `nil` if the event was deleted there.
    /// - Returns: whether there was room for the event; `nil` if the board can't keep it.
    private mutating func take(
        _ merged: (content: CalendarEvent?, issues: [MergeIssue]), of id: EventID, name: String,
        _ copy: RemoteCopy?, since base: CalendarEvent?, _ rests: [Rest] = [],
        instead ours: PlannedEvent?
    ) -> Bool? {
        let target = place(of: merged.content, id, instead: ours)
        let state = merged.content.map {
            PlannedEvent(calendar: ours?.calendar ?? calendar, content: $0)
        }
        var step = Step(id: target, name: name, state: state, copy: copy)
        step.issues = merged.issues.map { issue($0, of: target, in: calendar, since: base) }
        for rest in rests { take(rest, into: &step) }
        guard fits(step, instead: ours) else { return nil }
        guard hasRoom(for: step) else { return false }
        if target != id { change.copies.updateValue(nil, forKey: id) }
        note(step, instead: ours)
        return true
    }

    /// Returns a new id if the creation of the event was undone, and otherwise the same id.
    private func place(
        of content: CalendarEvent?, _ id: EventID, instead ours: PlannedEvent?
    ) -> EventID {
        ours == nil && content != nil && board.events.isTakenBack(id) ? newID : id
    }

    // MARK: Divided series

    /// The event with the rest of a divided series, and the merge of both sides.
    private struct Rest {
        var id: EventID
        var event: PlannedEvent
        var base: CalendarEvent?
        var merge: Merge
    }

    /// Applies the remote's edits of a series that was divided here to its rests.
    ///
    /// - Parameters:
    ///   - named: the events of the rests, by their first occurrences.
    ///   - parts: both sides of the series; on return, reduced to the part before the rests.
    private func takeRests(
        _ named: [OccurrenceKey: EventID],
        from parts: inout (base: CalendarEvent?, theirs: CalendarEvent?)
    ) -> [Rest] {
        var rests: [Rest] = []
        for (key, rest) in named.sorted(by: { $0.key > $1.key }) {
            guard let base = parts.base, let theirs = parts.theirs, base != theirs,
                let event = state(of: rest), board.links[event.calendar]?.isReadOnly != true,
                let old = board.parts(of: base, at: key),
                let new = board.parts(
                    of: theirs,
                    at: base.recurrence.key(
                        key, movedTo: theirs.recurrence.start, floatingIn: board.zone))
            else { continue }
            var after: (base: CalendarEvent?, theirs: CalendarEvent?) = (old.after, new.after)
            rests += takeRests(restsOfRest(rest, event, since: old.after), from: &after)
            let merge = Merge(
                base: after.base, ours: event.content, theirs: after.theirs,
                floatingIn: board.zone)
            rests.append(Rest(id: rest, event: event, base: after.base, merge: merge))
            parts = (old.before, new.before)
        }
        return rests
    }

    /// Returns the rests of a rest that was divided again, by the former keys of their first
    /// occurrences.
    private func restsOfRest(
        _ id: EventID, _ event: PlannedEvent, since base: CalendarEvent
    ) -> [OccurrenceKey: EventID] {
        let rests = board.links[event.calendar]?.rests[id] ?? [:]
        let named = rests.map { key, rest in
            let before = event.content.recurrence.key(
                key, movedTo: base.recurrence.start, floatingIn: board.zone)
            return (before, rest)
        }
        return Dictionary(named) { first, _ in first }
    }

    private func merged(
        _ ours: PlannedEvent?, with theirs: CalendarEvent?, since base: CalendarEvent?, isNew: Bool
    ) -> (content: CalendarEvent?, issues: [MergeIssue]) {
        // A difference from a read-only remote can't be written, so the remote's state wins.
        if link.isReadOnly || (ours == nil && isNew && base == nil) { return (theirs?.single, []) }
        // An event that was moved to another calendar stays there, even if the remote deletes it.
        if let ours, ours.calendar != calendar {
            let isFixed = board.links[ours.calendar]?.isReadOnly ?? false
            if theirs == nil || isFixed { return (ours.content, []) }
        }
        let merge = Merge(
            base: base, ours: ours?.content, theirs: theirs, floatingIn: board.zone)
        return (merge.content, merge.issues)
    }

    // MARK: Writing

    /// Applies the outcome of a write.
    ///
    /// - Returns: whether there is room for more.
    mutating func take(_ outcome: WriteOutcome) -> Bool {
        guard let id = EventID(outcome.id) else { return true }
        switch outcome.result {
        case .deleted:
            change.copies.updateValue(nil, forKey: id)
        case .refused(let status):
            change.failed[id] = status
        case .stored(let name, let tag, let changeTags, let stored):
            guard let sent = outcome.sent else { return true }
            return takeStored(
                RemoteCopy(name: name, tag: tag, changeTags: changeTags, base: sent), id,
                as: stored)
        case .changedThere(let items):
            let before = copy(of: id)
            guard take(items, of: id) else { return false }
            // Without a change at the server, the same write would be refused forever.
            if copy(of: id) == before { change.failed[id] = Self.preconditionFailed }
        }
        return true
    }

    /// The status of a request whose precondition failed (RFC 9110, section 15.5.13).
    private static let preconditionFailed = 412

    /// - Parameters:
    ///   - copy: the copy with the sent state as its base.
    ///   - stored: the state that the server stored; `nil` if it is the sent one.
    private mutating func takeStored(
        _ copy: RemoteCopy, _ id: EventID, as stored: CalendarEvent?
    ) -> Bool {
        let ours = state(of: id)
        let stored = stored.map { isAtGoogle ? $0.keepingForeign(of: copy.base) : $0 }
        // If the event was deleted or moved here, only changes that the server made are merged.
        let isHere = ours?.calendar == calendar
        var new = copy
        new.base = stored ?? copy.base
        guard let stored, isHere || !stored.says(theSameAs: copy.base, floatingIn: board.zone)
        else {
            change.copies.updateValue(new, forKey: id)
            madeNames[copy.name] = id
            return true
        }
        // Changes that the server made count as an edit by the remote.
        let merged = merged(ours, with: stored, since: copy.base, isNew: false)
        let hasRoom = take(
            merged, of: id, name: copy.name, new, since: copy.base, instead: ours)
        if hasRoom == nil { change.failed[id] = Self.tooLarge }
        return hasRoom ?? true
    }

    /// Whether the remote is at Google, which does not return foreign properties.
    private var isAtGoogle: Bool { board.accounts[link.account]?.kind == .google }

    /// The status of content that is too large (RFC 9110, section 15.5.14).
    private static let tooLarge = 413

    // MARK: Steps

    /// The changes of one event.
    private struct Step {
        var id: EventID
        var name: String
        var state: PlannedEvent?
        var copy: RemoteCopy?
        var issues: [SyncIssue] = []
        /// The new states of the rests of a divided series.
        var rests: [EventID: PlannedEvent?] = [:]
    }

    private func take(_ rest: Rest, into step: inout Step) {
        var event = rest.event
        if let content = rest.merge.content { event.content = content }
        step.rests.updateValue(rest.merge.content == nil ? nil : event, forKey: rest.id)
        step.issues += rest.merge.issues.map {
            issue($0, of: rest.id, in: event.calendar, since: rest.base)
        }
    }

    private func issue(
        _ conflict: MergeIssue, of id: EventID, in calendar: CalendarID,
        since base: CalendarEvent?
    ) -> SyncIssue {
        SyncIssue(
            event: id, calendar: calendar, since: moment.now, conflict: conflict,
            edited: conflict.edited(since: base, floatingIn: board.zone))
    }

    /// The most bytes that one event's changes take in the journal, of the 3 MiB of a journal
    /// event.
    private static let stepBytesMax = 5 << 19

    /// Whether the board can keep the event's new state.
    private func fits(_ step: Step, instead ours: PlannedEvent?) -> Bool {
        guard let state = step.state else { return true }
        if ours == nil {
            let count = (board.shelves[calendar]?.ids.count ?? 0) + gain
            guard count < Planner.eventCountMax else { return false }
        }
        guard state.content.changes.count <= Planner.changeCountMax else { return false }
        let states = [state] + step.rests.values.compactMap(\.self)
        return states.allSatisfy { state in
            let json = state.json
            return json.canonical.count <= PlannedEvent.bytesMax && PlannedEvent(json) != nil
        } && bytes(of: step) <= Self.stepBytesMax
    }

    private func bytes(of step: Step) -> Int {
        let states = [step.state] + step.rests.values
        var bytes = states.reduce(0) { $0 + ($1?.json.canonical.count ?? 0) }
        if let copy = step.copy {
            bytes += copy.json(of: calendar, beside: step.state?.content).canonical.count
        }
        return step.issues.reduce(bytes) { $0 + $1.json.canonical.count }
    }

    /// Whether the journal event has room for a step. The first step always fits.
    private mutating func hasRoom(for step: Step) -> Bool {
        let openCount = board.openIssues.count + issues.count
        if !step.issues.isEmpty, openCount + step.issues.count > Planner.issueCountMax {
            change.problem = .tooManyIssues
            change.hasMissed = true
            return false
        }
        let added = bytes(of: step)
        if bytes > 0, bytes + added > Planner.importBytesMax {
            change.hasMissed = true
            return false
        }
        bytes += added
        return true
    }

    private mutating func note(_ step: Step, instead ours: PlannedEvent?) {
        if step.id == newID { madeCount += 1 }
        if step.state != ours { events.updateValue(step.state, forKey: step.id) }
        for (id, state) in step.rests where state != self.state(of: id) {
            events.updateValue(state, forKey: id)
        }
        gain += (step.state == nil ? 0 : 1) - (ours == nil ? 0 : 1)
        if copy(of: step.id) != step.copy {
            change.copies.updateValue(step.copy, forKey: step.id)
        }
        if let copy = step.copy, let state = step.state {
            madeNames[copy.name] = step.id
            madeUIDs[state.content.uid] = step.id
        }
        issues += step.issues.filter { new in
            !board.openIssues.of(new.event).contains { board.issues[$0]?.conflict == new.conflict }
        }
        if link.left.contains(step.name) { change.left[step.name] = false }
    }
}

extension Exchange {
    mutating func setProgress(_ progress: ExchangeChange.Progress) { change.progress = progress }

    /// Returns the decision for the journal.
    func decision(_ kind: PlannerEvent) -> Decision {
        var members = change.members { id -> CalendarEvent? in
            (self.events[id] ?? self.board.events[id])?.content
        }
        members["events"] = events.json(\.json)
        var raised: [String: JSON] = [:]
        for (place, issue) in issues.enumerated() {
            raised[IssueID(rev: moment.rev, place: place).text] = issue.json
        }
        if !raised.isEmpty { members["issues"] = JSON.object(raised) }
        let subject =
            kind == .issueRaised ? IssueID(rev: moment.rev).text : change.calendar.text
        return Planner.decision(kind, of: subject, members)
    }
}

extension Recurrence {
    /// Whether both recurrences have the same start, rules and dates.
    fileprivate func happens(as other: Recurrence) -> Bool {
        start.key == other.start.key && rules == other.rules && dates == other.dates
    }
}

extension CalendarEvent {
    /// Returns the event with another one's foreign properties.
    fileprivate func keepingForeign(of other: CalendarEvent) -> CalendarEvent {
        var event = self
        event.details.foreign = other.details.foreign
        for key in changes.keys {
            event.changes[key]?.details.foreign = other.changes[key]?.details.foreign ?? ""
        }
        return event
    }
}
