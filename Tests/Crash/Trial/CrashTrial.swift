import Client
public import Foundation
import HostilePeers
import JSON
import Locks
import ScreenClient
import TestSupport
import Transport

/// Rounds of load, `kill -9` at a random moment, and checks.
///
/// Every acknowledged mutation has to be in the journal, once and at its revision. The journal must
/// contain nothing that was not requested. Every client has to reconnect and show the same hash as
/// the hub. The ticket of every tab has to show the lines that were acknowledged. The book and a linked
/// calendar, which is edited there too, have to come to the same events, each of them once.
public final class CrashTrial {
    /// The data that the threads of a trial share.
    final class Board: Sendable {
        private struct State: Sendable {
            var isLoaded = false
            var isOver = false
            var findings = CrashFindings()
        }

        private let state = Locked(State())

        var isLoaded: Bool { state.with { $0.isLoaded } }
        var isOver: Bool { state.with { $0.isOver } }
        var findings: CrashFindings { state.with { $0.findings } }

        func load(_ isLoaded: Bool) { state.with { $0.isLoaded = isLoaded } }
        func end() { state.with { $0.isOver = true } }
        func change(_ body: (inout CrashFindings) -> Void) { state.with { body(&$0.findings) } }
        func mishap(_ text: String) { change { $0.mishaps.append(text) } }
    }

    private struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private static let loadMax = Duration.milliseconds(400)
    private static let beginMax = Duration.milliseconds(120)
    private static let patience = Duration.seconds(30)

    private let hub: ServedHub
    private let board = Board()
    private let calendar: CrashCalendar
    private let clients: [CrashClient]
    private var witness: JournalWitness
    private var generator: SeededGenerator

    /// Starts a hub and its clients.
    ///
    /// - Parameter seed: Determines the mutations and the moments of the crashes, but not the hub's
    ///   own random numbers.
    /// - Parameter journal: The address of a database for the journal, or `nil`.
    public init(
        program: URL, seed: UInt64, clientCount: Int = 4, journal: String? = nil
    ) throws {
        generator = SeededGenerator(seed: seed)
        calendar = CrashCalendar(seed: generator.next())
        hub = try Self.hub(program, options: ["--google-base", calendar.base], journal: journal)
        let owner = HTTPClient(hub.address, token: try hub.token("owner"))
        witness = JournalWitness(at: hub.address, token: try hub.token("owner"))
        let ask = { [board] (action: String, arguments: [String: JSON]) throws -> JSON? in
            let id = action.replacing(".", with: "-")
            let answer = try owner.mutate(id: id, action, arguments, venue: "main")
            guard case .accepted(let rev, let result, _) = answer else {
                throw Failure(description: "\(action) was rejected: \(answer)")
            }
            board.change { $0.ackedRevs[id] = rev }
            return result
        }
        let dish = try Self.writeMenu(ask)
        let linked = try calendar.link(owner, ask)
        let token = try hub.token("host")
        var clients: [CrashClient] = []
        for index in 0..<clientCount {
            clients.append(
                CrashClient(
                    "c\(index)", at: hub.address, token: token, seed: generator.next(), dish: dish,
                    calendar: linked, on: board))
        }
        self.clients = clients
        for client in clients {
            let thread = Thread { [board] in
                do {
                    try client.run()
                } catch {
                    board.mishap("a client gave up: \(error)")
                }
            }
            thread.start()
        }
    }

    deinit { board.end() }

    /// Starts the hub on a port outside the ephemeral range. Clients try to connect while the hub
    /// is down, and on an ephemeral port they would sometimes connect to themselves.
    private static func hub(
        _ program: URL, options: [String], journal: String?
    ) throws -> ServedHub {
        let limits = [
            "mutation-credit=1000000", "message-credit=1000000", "handshake-credit=1000000",
        ]
        for _ in 0..<20 {
            var system = SystemRandomNumberGenerator()
            let port = Int.random(in: 10_000..<30_000, using: &system)
            let hub = try? ServedHub(
                program: program, port: port, limits: limits, options: options, journal: journal)
            if let hub { return hub }
        }
        return try ServedHub(
            program: program, limits: limits, options: options, journal: journal)
    }

    /// - Returns: A dish.
    private static func writeMenu(
        _ ask: (_ action: String, [String: JSON]) throws -> JSON?
    ) throws -> String {
        let section = try ask("orders.add_section", ["name": "Fish"])?["section"]
        let dish = try ask(
            "orders.add_dish", ["section": section ?? .null, "name": "Sea bass", "price": 1_800])
        return dish?["dish"]?.text ?? ""
    }

    /// - Parameter roundEnded: Called with the number of the round, from 1, and the findings so
    ///   far.
    /// - Returns: The findings, at the first mishap or after all rounds.
    public func run(
        rounds: Int, roundEnded: (Int, CrashFindings) -> Void = { _, _ in }
    ) -> CrashFindings {
        for round in 1...max(1, rounds) {
            do {
                try playRound()
                if round == rounds { try look() }
            } catch {
                board.mishap("round \(round): \(error)")
            }
            roundEnded(round, board.findings)
            if !board.findings.mishaps.isEmpty { break }
        }
        board.end()
        return board.findings
    }

    private func playRound() throws {
        board.load(true)
        for _ in 0..<3 { calendar.edit() }
        rest(for: Self.loadMax)
        hub.crash()
        board.load(false)
        board.change { $0.crashCount += 1 }
        while Int.random(in: 0..<5, using: &generator) == 0 {
            try hub.begin()
            rest(for: Self.beginMax)
            hub.crash()
            board.change { $0.crashAtBeginCount += 1 }
        }
        let begin = ContinuousClock.now
        try hub.begin()
        try hub.waitUntilServing()
        try wait("every client to be live, and answered") {
            clients.map(\.shown).allSatisfy {
                !$0.isLoaded && $0.isLive && $0.unansweredCount == 0
            }
        }
        let duration = begin.duration(to: .now)
        board.change { $0.slowestReturn = max($0.slowestReturn, duration) }
        let titles = calendar.titles(with: clients.flatMap(\.shown.titles))
        try wait(
            "\(titles) in the book, which has \(String(describing: try? witness.titles())), "
                + "and in the calendar, which has \(calendar.titles)"
        ) {
            try calendar.titles == titles && witness.titles() == titles
        }
        board.change { $0.calendarRequestCount = calendar.requestCount }
        try readOn()
        try compareCopies()
    }

    /// Reads the rest of the journal, and notes its faults.
    private func readOn() throws {
        for mishap in try witness.compare(with: board.findings.ackedRevs) { board.mishap(mishap) }
    }

    /// Checks that all clients show what the hub shows.
    private func compareCopies() throws {
        for view in CrashClient.views {
            // The hub may still be receiving its own changes from the calendar.
            try wait("every copy of \(view) to be the hub's") {
                let expected = try witness.copy(of: view)
                return expected != nil
                    && clients.allSatisfy { $0.shown.copies[view] == expected }
            }
        }
    }

    /// Makes the checks that take time proportional to the number of events.
    private func look() throws {
        var report = ""
        try wait("verify to find all events; it said \(report)") {
            try readOn()
            report = try hub.command("verify")
            return report.contains(
                "main: \(witness.rev) events, sound through revision \(witness.rev)")
        }
        for view in CrashClient.views {
            try wait("the hub's \(view) to be the replay of its journal") {
                try readOn()
                let (shown, replayed) = try (witness.copy(of: view), witness.replayed(view))
                // A view with parameters that is made anew has the venue's revision.
                return view.contains("?") ? shown?.hash == replayed?.hash : shown == replayed
            }
        }
        for (ticket, lines) in board.findings.ackedLines {
            let missing = lines.subtracting(try witness.lines(by: ticket))
            if !missing.isEmpty { board.mishap("a tab has lost \(missing.sorted())") }
        }
    }

    private func rest(for max: Duration) {
        let part = Double.random(in: 0..<1, using: &generator)
        Thread.sleep(forTimeInterval: max / .seconds(1) * part)
    }

    private func wait(
        _ what: @autoclosure () -> String, until isSo: () throws -> Bool
    ) throws {
        let deadline = ContinuousClock.now + Self.patience
        while try !isSo() {
            guard ContinuousClock.now < deadline, board.findings.mishaps.isEmpty else {
                throw Failure(
                    description: "waited in vain for \(what()); "
                        + "there was \(clients.map(\.shown)); \(hub.log.suffix(2_000))")
            }
            Thread.sleep(forTimeInterval: 0.005)
        }
    }
}
