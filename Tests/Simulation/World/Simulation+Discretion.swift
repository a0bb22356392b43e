import BoardKit
import JSON
import Sync
import TestBoards

extension Simulation {
    /// Nothing is shown that a crash could still undo.
    func expectDurable(_ frame: Frame) {
        // Of a board in memory nothing is on the disk.
        if frame.isOfMemory { return }
        switch frame.type {
        case "welcome", "live", "pong", "ack", "snapshot", "diff":
            expectDurable(frame.rev ?? 0, frame.type)
        case "reject":
            guard let code = frame.message["code"]?.text.flatMap(RejectCode.init(rawValue:)),
                Ask.ordinary.contains(code) || code == .invalid
            else { return }
            judge.expect(
                truth.revs[frame.id] == nil,
                "\(frame.id) is \(code) and made revision \(truth.revs[frame.id] ?? 0)")
        default: break
        }
    }

    func expectDurable(_ rev: Int, _ what: String) {
        judge.expect(
            rev <= truth.rev, "\(what) tells of \(rev) when \(truth.rev) is the last on the disk")
    }

    /// Nothing that is meant for one audience reaches another.
    func expectDiscretion(of frame: Frame, to principal: Principal) {
        for marker in frame.markers where !permits(marker, in: frame.view, to: principal) {
            judge.report(
                "\(principal.role) was told \(marker.kind) \(marker.number) in "
                    + String(decoding: frame.bytes.prefix(400), as: UTF8.self))
        }
    }

    private func permits(_ marker: Marker, in view: String?, to principal: Principal) -> Bool {
        switch principal.role {
        case .owner, .host: true
        case .engineer: ![.phone, .notes, .ticket, .friend].contains(marker.kind)
        case .guest where marker.kind == .ticket:
            // Whoever joins a round gets the friend's key.
            truth.friends[principal.subject?.id ?? ""]?.contains(marker.number) ?? false
        // There, all see what the room's screens show.
        case .guest where view == "maze/display": isPublic(marker)
        case .guest:
            [.firstName, .lastName, .friend].contains(marker.kind)
                && truth.numbers[principal.subject?.id ?? ""]?.contains(marker.number) ?? false
        // Whoever signs somebody up or opens a tab gets the ticket.
        case TastingBoard.sommelier where marker.kind == .ticket,
            SimulatedService.waiter where marker.kind == .ticket:
            true
        default: isPublic(marker)
        }
    }

    /// What was sent before the labels changed arrives after it. That what is sent is what the labels
    /// were at its revision, the comparison with the truth sees to.
    private func isPublic(_ marker: Marker) -> Bool {
        truth.labels.contains { labels in
            switch labels {
            case .full: [.firstName, .lastName].contains(marker.kind)
            case .firstInitial: marker.kind == .firstName
            case .initials, .number: false
            }
        }
    }
}
