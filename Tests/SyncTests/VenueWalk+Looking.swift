import Foundation
import JSON
import Sync
import TestSupport
import Testing

extension VenueWalk {
    /// Updates the truth and the clients after a step, and checks that every client that is not
    /// behind has the truth.
    mutating func look(actor: Int?) throws {
        for event in hub.journal.events.dropFirst(truth.rev) { truth.apply(event) }
        try #require(hub.venue.rev == truth.rev)
        for index in screens.indices {
            guard let id = screens[index].id else { continue }
            for message in hub.heard(id) {
                expectDiscretion(message, to: screens[index].principal)
                if screens[index].isCongested, index != actor {
                    #expect(["ack", "reject"].contains(message["type"]?.text))
                }
                try screens[index].hear(message, rev: truth.rev)
                if message["type"] == "pong" { try expectToldAll(message, to: screens[index]) }
            }
            if !screens[index].isCongested { try expectTruth(screens[index]) }
        }
    }

    private func expectTruth(_ screen: Screen) throws {
        for view in screen.watched {
            if view == Self.named {
                let isMasked = screen.principal.role == .engineer
                let document = truth.named("N", isMasked: isMasked)
                try #require(screen.copies[view]?.document == document)
                continue
            }
            let copy = try #require(screen.copies[view])
            if view == SparksBoard.shared {
                let isMasked = screen.principal.role == .engineer
                let document = hub.venue.sparks(isMasked: isMasked)
                try #require(copy.document == document)
                continue
            }
            if view == DotsBoard.shared {
                try expectFoldedTruth(of: copy, for: screen.principal)
                continue
            }
            let version = try #require(truth.version(of: view, for: screen.principal))
            try #require(copy.rev == version.rev, "\(screen.principal.role) \(view)")
            try #require(copy.document == version.document, "\(screen.principal.role) \(view)")
        }
    }

    /// Expects the truth of one revision in a folded view: the last one if nothing waits.
    private func expectFoldedTruth(of copy: Screen.Copy, for principal: Principal) throws {
        let isLast = hub.venue.isAllSent
        let version = try #require(
            truth.version(
                of: DotsBoard.shared, for: principal, at: isLast ? truth.rev : copy.rev))
        try #require(copy.rev == version.rev && copy.document == version.document)
    }

    /// Expects that every change up to the pong's revision was sent, as a pong promises.
    private func expectToldAll(_ pong: JSON, to screen: Screen) throws {
        let rev = try #require(pong["rev"]?.integer)
        for view in screen.watched {
            guard view != SparksBoard.shared,
                let version = truth.version(of: view, for: screen.principal, at: rev),
                let copy = screen.copies[view]
            else { continue }
            #expect(copy.rev >= version.rev, "\(view) at \(copy.rev), and pong \(rev)")
        }
    }

    /// Expects that a message contains no data of another audience.
    private func expectDiscretion(_ message: JSON, to principal: Principal) {
        let text = message.canonicalText
        switch principal.role {
        case .owner, .host: break
        case .guest:
            #expect(!text.contains("SECRET"))
            let names = truth.names[principal.subject?.id ?? ""] ?? []
            for piece in text.components(separatedBy: "NAME").dropFirst() {
                #expect(names.contains("NAME\(piece.prefix { $0 != "." })."))
            }
        default: #expect(!text.contains("SECRET"))
        }
    }

    /// Simulates a power failure. The restarted hub has to answer exactly as the previous one.
    mutating func restart() throws {
        for event in hub.journal.events.dropFirst(truth.rev) { truth.apply(event) }
        var before = hub
        hub.restart()
        for index in screens.indices { screens[index].disconnected() }
        var after = hub
        expectEqual(after.venue.rev, before.venue.rev)
        let step = max(1, truth.rev / 24)
        for since in stride(from: truth.rev % step, through: truth.rev, by: step) {
            try expectSameAnswers(&before, &after, since: since)
        }
        for screen in screens {
            guard let party = screen.principal.subject?.id else { continue }
            let principal = Principal(guestOf: .item(party))
            try expectEqual(
                answer(of: &before, to: principal, view: "lab/own", since: nil),
                answer(of: &after, to: principal, view: "lab/own", since: nil))
        }
    }

    private func expectSameAnswers(
        _ before: inout TestHub, _ after: inout TestHub, since: Int
    ) throws {
        for key in Truth.keys {
            let principal = Principal(role: key.isMasked ? .engineer : .host, device: "probe")
            let heard = try answer(of: &before, to: principal, view: key.view, since: since)
            try expectEqual(
                heard, answer(of: &after, to: principal, view: key.view, since: since),
                "\(key.view) since \(since)")
            let then = try #require(truth.history[since][key])
            var screen = Screen(principal: principal)
            screen.copies[key.view] = Screen.Copy(rev: then.rev, document: then.document)
            for message in heard { try screen.hear(message, rev: truth.rev) }
            try expectTruth(screen)
            let whole = try answer(of: &before, to: principal, view: key.view, since: nil)
            #expect(heard.count == 2 || heard[1].canonical.count <= whole[1].canonical.count)
        }
    }

    /// Returns the messages to a client that subscribes with `since`, from `subscribed` to `live`.
    private func answer(
        of hub: inout TestHub, to principal: Principal, view: String, since: Int?
    ) throws -> [JSON] {
        let id = hub.connect(principal)
        _ = hub.heard(id)
        hub.subscribe(id, to: view, since: since.map { (hub.record.epoch, $0) })
        hub.venue.disconnect(id, at: hub.now)
        return hub.heard(id)
    }

    /// Writes everything, drains all clients, and expects all answers.
    mutating func finish() throws {
        for index in screens.indices where screens[index].isCongested {
            if let id = screens[index].id { hub.drain(id) }
            screens[index].isCongested = false
        }
        try look(actor: nil)
        hub.write()
        hub.now = hub.now.adding(milliseconds: 250)
        hub.tick()
        hub.write()
        try look(actor: nil)
        hub.now = hub.now.adding(milliseconds: 250)
        hub.tick()
        try look(actor: nil)
        try #require(hub.venue.isAllSent)
        for screen in screens { #expect(screen.awaited.values.allSatisfy { $0 == 0 }) }
        let events = hub.journal.events
        expectEqual(events.map(\.rev), Array(1..<events.count + 1))
        for (before, event) in zip(events, events.dropFirst()) {
            #expect(event.at >= before.at || event.recordsSetBack)
        }
        let ids = events.compactMap(\.mutationID)
        expectEqual(Set(ids).count, ids.count)
        try restart()
    }
}

extension Venue {
    /// Returns the sparks' view, from the board's state alone.
    fileprivate func sparks(isMasked: Bool) -> JSON {
        let board = board(SparksBoard.self) ?? SparksBoard()
        let rows = board.sparks.mapValues { spark -> JSON in
            ["item": isMasked ? "•••" : .string(spark.item)]
        }
        return [
            "about": SparksBoard.about, "sparks": .object(rows),
            "dropped": JSON(board.droppedCount),
        ]
    }
}
