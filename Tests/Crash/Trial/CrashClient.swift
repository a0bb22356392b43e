import Client
import JSON
import Locks
import ScreenClient

/// A host on its own thread. It changes its own parties, tabs and events while there is load, and sends
/// unanswered mutations again.
final class CrashClient: Sendable {
    /// The state of the client at a moment.
    struct Picture: Sendable {
        /// Whether it may have sent more mutations since.
        var isLoaded = true
        var isLive = false
        var unansweredCount = 0
        /// The titles of its events.
        var titles: [String] = []
        /// The revision and computed hash of each view's document.
        var copies: [String: Copy] = [:]
    }

    struct Copy: Sendable, Equatable {
        var rev: Int
        var hash: String
    }

    static let views = [
        "waitlist/host", "waitlist/display", "orders/host", "orders/display", CrashCalendar.view,
    ]
    private static let retryWithin = Duration.milliseconds(250)
    private static let unansweredMax = 12

    private let name: String
    private let address: HubAddress
    private let token: String
    private let seed: UInt64
    private let dish: String
    private let calendar: String
    private let trial: CrashTrial.Board
    private let picture = Locked(Picture())

    init(
        _ name: String, at address: HubAddress, token: String, seed: UInt64, dish: String,
        calendar: String, on trial: CrashTrial.Board
    ) {
        self.name = name
        self.address = address
        self.token = token
        self.seed = seed
        self.dish = dish
        self.calendar = calendar
        self.trial = trial
    }

    var shown: Picture { picture.with { $0 } }

    /// Returns when the trial is over.
    func run() throws {
        let session = SyncSession(
            with: address, venue: "main", token: token, views: Self.views,
            retryWithin: Self.retryWithin)
        var parties = CrashParties(name: name, seed: seed)
        var tabs = CrashTabs(name: name, seed: seed, dish: dish)
        var events = CrashEvents(name: name, seed: seed, calendar: calendar)
        var turn = 0
        while !trial.isOver {
            let isLoaded = trial.isLoaded
            while isLoaded, session.unansweredCount < Self.unansweredMax {
                turn = (turn + 1) % 3
                let mutation =
                    turn == 0 ? events.next() : (turn == 1 ? tabs.next() : nil) ?? parties.next()
                session.mutate(mutation.action, mutation.arguments, id: mutation.id)
            }
            let event = try session.next(timeout: .milliseconds(10))
            if let event { take(event, &parties, &tabs, &events) }
            picture.with {
                $0 = Self.picture(of: session, isLoaded: isLoaded)
                $0.titles = events.titles
            }
        }
        session.close()
    }

    private static func picture(of session: SyncSession, isLoaded: Bool) -> Picture {
        var picture = Picture(
            isLoaded: isLoaded, isLive: session.isLive, unansweredCount: session.unansweredCount)
        for view in views {
            guard let copy = session.copy(of: view), let position = copy.position else { continue }
            picture.copies[view] = Copy(rev: position.rev, hash: copy.hash)
        }
        return picture
    }

    private func take(
        _ event: SyncSession.Event, _ parties: inout CrashParties, _ tabs: inout CrashTabs,
        _ events: inout CrashEvents
    ) {
        switch event {
        case .answered(let id, .accepted(let rev, let result, let isReplayed)):
            parties.accepted(id, party: result?["party"]?.text)
            events.accepted(id, event: result?["event"]?.text)
            trial.change { findings in
                if findings.ackedRevs.updateValue(rev, forKey: id) != nil {
                    findings.mishaps.append("\(name): \(id) was answered twice")
                }
                tabs.accepted(id, result, &findings.ackedLines)
                if isReplayed { findings.replayedCount += 1 }
            }
        case .answered(let id, .rejected(let rejection)):
            trial.mishap("\(name): \(id) was rejected: \(rejection.code)")
        case .connected: trial.change { $0.returnCount += 1 }
        case .disconnected, .changed, .live: break
        case .refused, .drifted: trial.mishap("\(name): \(event)")
        }
    }
}
