import JSON
import ScreenClient
import Sync
import TestBoards

extension SimulatedClient {
    /// Handles a message that arrived on a line of this client.
    func hear(_ frame: Frame, on line: Line) {
        world.expectDiscretion(of: frame, to: principal)
        world.judge.heard(frame.bytes.count, lane: lane, at: world.timeline.now)
        // The client ignores a line that it has given up.
        guard line === self.line else { return }
        switch frame.type {
        case "welcome":
            world.judge.expect(
                frame.message["epoch"]?.text == world.record.epoch, "the epoch is another one")
        case "subscribed", "snapshot", "diff", "live": hearView(frame)
        case "pong":
            for view in watches.keys.sorted() where watches[view]?.isLive == true {
                expectCurrent(view, at: frame.rev ?? 0, isPong: true)
            }
        case "ack", "reject": hearAnswer(frame)
        case "error": hearError(frame)
        default: world.judge.report("\(name) heard \(String(decoding: frame.bytes, as: UTF8.self))")
        }
    }

    var name: String { "\(principal.role) \(lane)" }

    private func hearView(_ frame: Frame) {
        let view = frame.view ?? ""
        world.judge.expect(views.contains(view), "\(name) heard of \(view)")
        if frame.type == "subscribed" { subscribedDue[view, default: 0] -= 1 }
        guard subscribedDue[view] == 0, var watch = watches.removeValue(forKey: view) else {
            return
        }
        switch frame.type {
        case "live": watch.isLive = true
        case "snapshot", "diff":
            let before = watch.copy.position?.rev
            let outcome = watch.copy.apply(frame.message)
            if outcome != .applied {
                world.judge.report(
                    "\(name): \(outcome) in \(view), which was at \(before ?? -1), by a "
                        + "\(frame.type) to \(frame.rev ?? -1)")
            }
        default: break
        }
        watches[view] = watch
        if frame.type == "live" { expectCurrent(view, at: frame.rev ?? 0) }
        if ["snapshot", "diff"].contains(frame.type) { expectTrue(view) }
    }

    private func hearError(_ frame: Frame) {
        switch (frame.message["code"]?.text, frame.view) {
        case ("bad_message", _) where badMessageCount > 0: badMessageCount -= 1
        case ("not_found", "no/such"): break
        case ("not_found", let view?) where view == ownView || view.hasPrefix("orders/tab?"):
            // The answer to a subscription, or its end; the client does not retry it.
            refusedViews.insert(view)
            watches[view] = nil
        default: world.judge.report("\(name) heard \(String(decoding: frame.bytes, as: UTF8.self))")
        }
    }

    // MARK: What is true

    /// Returns the required content of the view as of a revision of the venue.
    private func truth(of view: String, at rev: Int) -> Truth.Version? {
        if world.truth.isRequested(view) {
            // For a view with parameters, the document is known, but not when the hub has made it.
            let copyRev = watches[view]?.copy.position?.rev ?? 0
            let role = principal.role
            return world.truth.document(of: view, at: rev, for: role).map { document in
                let copied = world.truth.document(of: view, at: copyRev, for: role)
                return Truth.Version(rev: copied == document ? copyRev : rev, document: document)
            }
        }
        if let subject = principal.subject, view == ownView {
            return world.truth.personal(view, subject, at: rev)
        }
        return world.truth.version(form(of: view), at: rev)
    }

    private func form(of view: String) -> Truth.Form {
        world.truth.form(of: view, for: principal.role)
    }

    /// Checks that the copy is up to date as of a revision of the venue.
    ///
    /// - Parameter isPong: whether that revision is a ping's. A ping is held while a folded diff is
    ///   unsent, even after the client has left that view, and other views are sent meanwhile.
    func expectCurrent(_ view: String, at rev: Int, isPong: Bool = false) {
        guard let copy = watches[view]?.copy, !Frame.isInMemory(view) else { return }
        let expected = truth(of: view, at: rev)?.rev
        let mayBeHeld = hasLeftFolded || watches.keys.contains(where: isFolded)
        let mayBeAhead = isPong ? mayBeHeld : isFolded(view)
        // The item of a view with parameters may be newer than a ping that was held.
        let isAhead = mayBeAhead && copy.position?.rev ?? 0 > expected ?? rev
        world.judge.expect(
            copy.position?.rev == expected || isAhead,
            "\(name) has \(view) of \(copy.position?.rev ?? -1) where it should be "
                + "\(expected ?? -1), at \(rev)")
    }

    func isFolded(_ view: String) -> Bool {
        view.hasPrefix("trail/") || view.hasPrefix("maze/") || view == TastingBoard.displayView
    }

    /// Checks that the copy equals the journal's view at that revision.
    func expectTrue(_ view: String) {
        guard let copy = watches[view]?.copy, let rev = copy.position?.rev,
            !Frame.isInMemory(view)
        else { return }
        guard let version = truth(of: view, at: rev) else {
            return world.judge.report("\(name) has \(view) of \(rev), which is none")
        }
        world.judge.expect(version.rev == rev, "\(name) has \(view) of \(rev), not \(version.rev)")
        let isOwn = view == ownView || world.truth.isRequested(view)
        let hash =
            isOwn
            ? DocumentHash(of: version.document).text : world.truth.hash(form(of: view), at: rev)
        world.judge.expect(copy.hash == hash, "\(name) has \(view) of \(rev) with another hash")
        // The first copy of a document is also compared by value; at the end, all are.
        guard isOwn || world.isClosing || world.truth.isFirst(form(of: view), at: rev) else {
            return
        }
        world.judge.expect(
            copy.document == version.document, "\(name) has \(view) of \(rev) with something else")
    }

    /// Checks everything as of the last revision, at the end.
    ///
    /// - Parameter memory: the hub's documents of boards in memory, by view.
    func expectAll(memory: [String: Frame]) {
        for (view, frame) in memory.sorted(by: { $0.key < $1.key }) {
            guard let copy = watches[view]?.copy else { continue }
            world.judge.expect(
                copy.position?.rev == frame.rev && copy.document == frame.message["doc"],
                "\(name) has another \(view) than the hub")
        }
        for view in watches.keys.sorted() {
            expectCurrent(view, at: world.truth.rev)
            expectTrue(view)
        }
    }
}
