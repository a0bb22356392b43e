import CalendarMerging
import ICalendar
import JSON
import Sync

@testable import BoardKit
@testable import PlannerBoard

extension SyncStory {
    /// Checks invariant 6.
    func look() {
        for place in pairs.indices { look(at: place) }
        learn()
        let (values, uids) = values(at: nil)
        let lost = record.lost(from: values)
        if !lost.isEmpty { fail("lost without an issue: \(lost)") }
        let risen = record.risen(uids)
        if !risen.isEmpty { fail("there again without an issue: \(risen)") }
        let all = bench.planner.shelves.values.flatMap(\.ids)
            .compactMap { bench.planner.events[$0]?.content }
        let doubled = record.doubled(all)
        if !doubled.isEmpty { fail("more than once: \(doubled)") }
        lookAtCopies()
    }

    /// Checks the watched week, and the venues restored from the journal and from the saved state.
    private func lookAtCopies() {
        if bench.kept(Self.week) != bench.deserted().week("2026-05-04") {
            fail("the week is not kept up to date")
        }
        guard let restored = try? bench.restored() else { return fail("the hub does not open") }
        for other in [bench.replayed(), restored] {
            let isSame =
                other.accounts == bench.accounts && other.calendars == bench.calendars
                && other.planner.connectors == bench.planner.connectors
                && other.venue.savedState() == bench.venue.savedState()
            if !isSame { fail("the hub opens in another state") }
        }
    }

    private func look(at place: Int) {
        let pair = pairs[place]
        guard let calendar = CalendarID(pair.calendar), let link = bench.planner.links[calendar]
        else { return fail("\(pair.calendar) is not linked") }
        if !link.waiting.isEmpty || !link.failed.isEmpty {
            fail("waiting \(link.waiting.map(\.text)), failed \(link.failed)")
        }
        if link.problem != nil || link.staleSince != nil { fail("the link says \(link)") }
        let zone = bench.planner.zone
        let ours = (bench.planner.shelves[calendar]?.ids ?? []).compactMap {
            bench.planner.events[$0]?.content
        }
        let theirs = Array(pairs[place].peer.events().values)
        for (side, events) in [("ours", ours), ("theirs", theirs)] {
            let twice = Dictionary(grouping: events, by: \.uid).filter { $0.value.count > 1 }
            if !twice.isEmpty { fail("twice at \(side): \(twice.keys.sorted())") }
        }
        let own = Dictionary(ours.map { ($0.uid, $0) }) { first, _ in first }
        let other = Dictionary(theirs.map { ($0.uid, $0) }) { first, _ in first }
        for uid in Set(own.keys).union(other.keys).sorted() {
            guard let a = own[uid], let b = other[uid] else {
                fail("only \(own[uid] == nil ? "there" : "here"): \(uid)")
                continue
            }
            if !a.says(theSameAs: b, floatingIn: zone) || !b.says(theSameAs: a, floatingIn: zone) {
                fail("differs: \(uid)\n\(a.lines)\n\(b.lines)")
            }
        }
        let foreign = pairs[place].peer.lostForeign()
        if !foreign.isEmpty { fail("lost though nobody here knows of it: \(foreign)") }
    }
}

extension CalendarEvent {
    /// The event as lines of a file.
    var lines: String {
        var text = CalendarText(name: nil)
        text.append(self)
        let lines = String(decoding: text.finished(), as: UTF8.self)
            .split(separator: "\r\n").map(String.init)
        let from = lines.firstIndex(of: "BEGIN:VEVENT") ?? 0
        return lines[from...].joined(separator: " ")
    }
}
