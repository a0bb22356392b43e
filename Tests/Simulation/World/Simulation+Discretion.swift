import BoardKit
import JSON
import Sync
import TestBoards

extension Simulation {
    /// Checks that a message shows nothing that a crash could still undo.
    func expectDurable(_ frame: Frame) {
        // Boards in memory are not on the disk.
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

    /// Checks that a message has no data of another audience.
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
            // A guest who joins a round gets the friend's key.
            truth.friends[principal.subject?.id ?? ""]?.contains(marker.number) ?? false
        // In the maze, all see what the room's screens show.
        case .guest where view == "maze/display": isPublic(marker)
        case .guest:
            [.firstName, .lastName, .friend].contains(marker.kind)
                && truth.numbers[principal.subject?.id ?? ""]?.contains(marker.number) ?? false
        // Staff who sign up a guest or open a tab get the ticket.
        case TastingBoard.sommelier where marker.kind == .ticket,
            SimulatedService.waiter where marker.kind == .ticket:
            true
        default: isPublic(marker)
        }
    }

    /// Whether a marker may be public under any of the venue's label settings. A message sent
    /// before a change may arrive after it; the comparison with the truth checks the setting at its
    /// revision.
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
