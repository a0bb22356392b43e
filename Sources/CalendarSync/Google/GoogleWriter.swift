import CPlatform
import CalendarMerging
import Destinations
import HTTPTypes
import ICalendar
import JSON

/// Brings one event at Google to the wanted state with conditional, repeatable requests.
struct GoogleWriter {
    /// A reason to stop before everything is written.
    enum Halt: Error {
        case trouble(GoogleTrouble)
        case result(WriteOutcome.Result)
    }

    let session: GoogleSession
    let calendar: String
    let write: RemoteWrite
    /// Whether all earlier writes of the event were answered.
    private let isSettled: Bool
    /// Distinguishes this hub's marks from those of others.
    private let salt: String

    private(set) var name = ""
    private(set) var tag: String?
    private(set) var changeTags: [OccurrenceKey: String] = [:]
    /// The items that Google reported for completed writes.
    private(set) var said: [RemoteItem] = []
    private(set) var seen: GoogleEvent?
    let takesProperties: Bool
    private(set) var seenOccurrences: [OccurrenceKey: GoogleEvent] = [:]

    init(
        _ session: GoogleSession, calendar: String, _ write: RemoteWrite, isSettled: Bool
    ) {
        self.session = session
        self.calendar = calendar
        self.write = write
        self.isSettled = isSettled
        salt = (try? session.secret("refreshToken")) ?? ""
        let known = write.copy?.base ?? write.content
        takesProperties = GoogleExtras(lines: known?.details.foreign ?? "").takesProperties
    }

    mutating func result() throws(GoogleTrouble) -> WriteOutcome.Result {
        do throws(Halt) {
            guard let content = write.content else { return try delete() }
            return try store(content)
        } catch {
            switch error {
            case .trouble(let trouble): throw trouble
            case .result(let result): return result
            }
        }
    }

    // MARK: Storing

    private mutating func store(
        _ content: CalendarEvent
    ) throws(Halt) -> WriteOutcome.Result {
        let zone = try zone(for: content)
        var plan = try plan(write.copy, content, zone)
        name = write.copy?.name ?? Self.id(session.account.id, write.id, content.uid)
        tag = write.copy?.tag
        changeTags = write.copy?.changeTags ?? [:]
        let isAlone = write.copy?.isAlone ?? false
        let isSettled = isAlone || isSettled && !plan.isEmpty
        switch plan.series {
        case .insert:
            if let copy = try insert(plan, content) {
                plan.occurrences = try self.plan(copy, content, zone).occurrences
            }
        case .patch(let fields, let tag):
            // Google drops occurrences that the new series lacks.
            if fields["start"] != nil || fields["recurrence"] != nil, let copy = write.copy {
                try checkOccurrences(copy)
            }
            take(try patch(name, fields, tag, to: plan.wanted))
        case nil: if !isSettled { take(try settle(try get(name), to: plan.wanted)) }
        }
        if !isSettled, var copy = write.copy, content.recurrence.repeats {
            // A single event had no occurrences, and by now the series is written.
            if !copy.base.recurrence.repeats { copy.base = content.withoutChanges(excluding: []) }
            let known = try recalled(copy)
            changeTags = known.changeTags
            plan.occurrences = try self.plan(known, content, zone).occurrences
        }
        for occurrence in plan.occurrences { try write(occurrence) }
        let form = content.forGoogle(floatingIn: zone, isAlone: isAlone)
        return .stored(
            name: name, tag: tag, changeTags: changeTags.filter { form.plain(at: $0.key) != nil },
            stored: stored(content, plan, zone))
    }

    private func plan(
        _ copy: RemoteCopy?, _ content: CalendarEvent, _ zone: Zone
    ) throws(Halt) -> GoogleWritePlan {
        do {
            return try GoogleWritePlan(copy, content, floatingIn: zone)
        } catch {
            throw .result(.refused(status: 400))
        }
    }

    private func zone(for content: CalendarEvent) throws(Halt) -> Zone {
        guard content.isFloating || write.copy?.base.isFloating ?? false else { return .utc }
        do {
            return try session.zoneName(of: calendar).flatMap { Zone($0) } ?? .utc
        } catch {
            throw .trouble(error)
        }
    }

    private mutating func take(_ event: GoogleEvent) {
        seen = event
        tag = event.tag
        if let item = event.item { said.append(item) }
    }

    /// Returns Google's version if it differs from the content sent.
    private func stored(
        _ content: CalendarEvent, _ plan: GoogleWritePlan, _ zone: Zone
    ) -> CalendarEvent? {
        var stored = content.isFloating ? content.forGoogle(floatingIn: zone) : content
        var isAltered = content.isFloating
        if let event = seen?.event, GoogleBody(event) != plan.wanted {
            isAltered = true
            stored.take(event)
        }
        for occurrence in plan.occurrences {
            guard let change = seenOccurrences[occurrence.key]?.change,
                occurrence.wanted != nil, GoogleBody(change) != occurrence.wanted
            else { continue }
            isAltered = true
            let foreign = stored.changes[occurrence.key]?.details.foreign ?? ""
            stored.changes[occurrence.key] = change
            stored.changes[occurrence.key]?.details.foreign = foreign
        }
        return isAltered ? stored : nil
    }

    // MARK: Deleting

    private mutating func delete() throws(Halt) -> WriteOutcome.Result {
        guard let copy = write.copy else { return .deleted }
        // An unanswered write may have created it.
        name =
            copy.name.isEmpty
            ? Self.id(session.account.id, write.id, copy.base.uid) : copy.name
        if copy.isAlone {
            changeTags = copy.changeTags
            let gone = copy.base.withoutChanges(excluding: [])
            for occurrence in try plan(copy, gone, .utc).occurrences { try write(occurrence) }
            return .deleted
        }
        if !copy.name.isEmpty {
            try checkOccurrences(copy)
            let reply = try delete(copy.tag)
            if reply.isDone || reply.isGone { return .deleted }
            guard reply.status == 412 else { return .refused(status: reply.status) }
        }
        guard let there = try get(name), !there.isCancelled else { return .deleted }
        guard isKnown(there) ? true : try isOurs(there) else {
            return .changedThere(there.item.map { [$0] } ?? [])
        }
        // An unanswered write may have made it a series.
        if copy.name.isEmpty || !copy.base.recurrence.repeats {
            try checkOccurrences(copy, of: there)
        }
        let reply = try delete(there.tag)
        if reply.isDone || reply.isGone { return .deleted }
        guard reply.status != 412 else {
            throw .trouble(.later(.answered(412), secondsMin: nil))
        }
        return .refused(status: reply.status)
    }

    private func delete(_ tag: String?) throws(Halt) -> GoogleReply {
        try call(.delete, ["calendars", calendar, "events", name], match: tag)
    }

    /// Checks the occurrences that would be lost with a series, which its tag does not cover.
    ///
    /// - Parameter there: the current series, if it may differ from the known one.
    func checkOccurrences(
        _ copy: RemoteCopy, of there: GoogleEvent? = nil
    ) throws(Halt) {
        guard copy.base.recurrence.repeats || there?.event?.recurrence.repeats == true else {
            return
        }
        var events = try all(copy.base.uid)
        if !events.contains(where: { $0.id == name }),
            let uid = try get(name)?.json["iCalUID"]?.text
        {
            // Google has assigned another UID.
            events = try all(uid)
        }
        var items: [RemoteItem] = []
        for event in events where event.seriesID == name {
            guard let key = event.key, event.tag != copy.changeTags[key] else { continue }
            if try !isOurs(event), let item = event.item { items.append(item) }
        }
        guard !items.isEmpty else { return }
        // Report the series as well if it changed.
        if let series = events.first(where: { $0.id == name }), series.tag != copy.tag,
            let item = series.item
        {
            let isTold = try !isOurs(series)
            if isTold || !happens(series, as: copy) { items.insert(item, at: 0) }
        }
        throw .result(.changedThere(items))
    }

    /// Returns whether the planner knows the current times of the series.
    private func happens(_ series: GoogleEvent, as copy: RemoteCopy) -> Bool {
        guard write.copy?.name.isEmpty == false, let there = series.event?.recurrence else {
            return false
        }
        let known = copy.base.recurrence
        return there.start.key == known.start.key && there.rules == known.rules
            && there.dates == known.dates
    }

    // MARK: Requests

    func call(
        _ method: HTTPRequest.Method, _ segments: [String],
        _ query: [(name: String, value: String)] = [], body: JSON? = nil, match: String? = nil
    ) throws(Halt) -> GoogleReply {
        var query = query + GoogleExtras.query(body)
        if method != .get { query.append(("sendUpdates", "none")) }
        do {
            return try session.call(method, segments, query, body: body, match: match)
        } catch {
            throw .trouble(error)
        }
    }

    /// Fetches an event. Returns `nil` if it is missing.
    func get(_ id: String) throws(Halt) -> GoogleEvent? {
        let reply = try call(.get, ["calendars", calendar, "events", id])
        if reply.isGone { return nil }
        guard reply.isDone else { throw .result(.refused(status: reply.status)) }
        return GoogleEvent(reply.json)
    }

    /// Lists the event or series with this UID, and its changed and cancelled occurrences.
    func all(_ uid: String) throws(Halt) -> [GoogleEvent] {
        let reply: GoogleReply
        do {
            reply = try session.events(of: uid, in: calendar)
        } catch {
            throw .trouble(error)
        }
        guard reply.isDone else { throw .result(.refused(status: reply.status)) }
        return (reply.json["items"]?.elements ?? []).map { GoogleEvent($0) }
    }

    mutating func take(_ event: GoogleEvent, at key: OccurrenceKey) {
        changeTags[key] = event.tag
        seenOccurrences[key] = event
        if let item = event.item { said.append(item) }
    }

    mutating func takeTags(_ tags: [OccurrenceKey: String]) { changeTags = tags }

    mutating func takeInserted(_ event: GoogleEvent) {
        name = event.id ?? name
        take(event)
    }

    // MARK: Names

    /// Returns a stable id for a new event, so that a repeated creation finds it. The UID tells
    /// apart hubs whose account and event names are equal.
    static func id(_ account: String, _ event: String, _ uid: String) -> String {
        let venue = account.prefix { $0 != "/" }
        let alphabet = Array("0123456789abcdefghijklmnopqrstuv")
        let digest = digest("\(venue)\n\(event)\n\(uid)").prefix(20)
        return BitGroups(Array(digest), width: 5).reduce(into: "") { $0.append(alphabet[$1]) }
    }

    /// Returns an unforgeable mark of this hub's writes, which a foreign edit invalidates.
    func mark(_ body: GoogleBody?, _ id: String) -> String {
        let text = body.map { JSON.object($0.fields).canonicalText } ?? "cancelled"
        return GoogleSession.base64(Array(Self.digest("\(salt)\n\(id)\n\(text)").prefix(18)))
    }

    static func digest(_ text: String) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: 32)
        let bytes = Array(text.utf8)
        let isDone = platform_sha256(bytes, bytes.count, &digest)
        precondition(isDone == 1, "SHA-256 can't be computed")
        return digest
    }
}

extension CalendarEvent {
    /// Applies a reported series, but keeps its occurrences and foreign lines.
    fileprivate mutating func take(_ event: CalendarEvent) {
        let foreign = details.foreign
        details = event.details
        details.foreign = foreign
        recurrence.start = event.recurrence.start
        recurrence.length = event.recurrence.length
        recurrence.rules = event.recurrence.rules
        recurrence.dates = event.recurrence.dates
    }
}
