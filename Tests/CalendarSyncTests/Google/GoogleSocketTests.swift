import CalendarSync
import Destinations
import Foundation
import HTTPTypes
import ICalendar
import JSON
import Locks
import Outgoing
import TestSupport
import Testing

/// The whole way once, over real sockets: from the sign-in to an event that is there.
@Suite(.timeLimit(.minutes(2))) struct GoogleSocketTests {
    /// The program `google-calendar` on a free port.
    private final class Program: Sendable {
        let base: String
        private let process: Process

        init() throws {
            process = Process()
            process.executableURL = try BuiltProgram.named("google-calendar")
            let output = Pipe()
            process.standardOutput = output
            try process.start()
            var line = Data()
            while line.last != 0x0A, let byte = try output.fileHandleForReading.read(upToCount: 1),
                !byte.isEmpty
            {
                line += byte
            }
            base = String(decoding: line.dropLast(), as: UTF8.self)
        }

        deinit {
            process.terminate()
            process.waitForEnd()
        }

        func ask(
            _ method: HTTPRequest.Method, _ path: String, _ body: JSON? = nil
        ) throws -> OutgoingAnswer {
            let origin = try Destination(base)
            let destination = try #require(origin.at(path))
            return try OutgoingClient(allowsLocal: true).send(
                OutgoingRequest(
                    method, destination, body: body?.canonical ?? [], answerBytesMax: 1 << 20))
        }
    }

    private static let account = CalendarAccount(
        id: "main/a_1",
        kind: .google(clientID: "client", redirectPath: "/v1/main/calendars/google"),
        allowsPrivate: false)
    private static let calendar = "house@example.com"

    private static func client(_ program: Program) -> GoogleClient {
        GoogleClient(
            OutgoingSurroundings(
                sender: { OutgoingClient(allowsLocal: $0) },
                now: { Int64(Date().timeIntervalSince1970) },
                random: { count in (0..<count).map { _ in UInt8.random(in: 0...255) } },
                sha256: { _ in "" },
                googleBase: program.base))
    }

    /// - Returns: the secrets of an account that has signed in.
    private static func signIn(
        _ client: GoogleClient, _ program: Program
    ) throws -> GoogleTestSecrets {
        guard
            case .done(let begun) = client.answer(
                .signIn, of: account, with: GoogleTestSecrets(values: [:])),
            case .signIn(let address, _, let verifier)? = begun.first
        else { throw OutgoingError.timedOut }
        let page = try program.ask(.get, String(address.dropFirst(program.base.count)))
        let arrival = try #require(page.fields[.location])
        let secrets = GoogleTestSecrets(values: ["address": arrival, "verifier": verifier])
        guard case .done(let ended) = client.answer(.authorise, of: account, with: secrets),
            case .authorised(let token, let remotes)? = ended.first
        else { throw OutgoingError.timedOut }
        #expect(remotes.map(\.id).contains(calendar))
        return GoogleTestSecrets(values: ["refreshToken": token])
    }

    @Test func `an owner signs in, and an event is written, lost and found`() async throws {
        try await onOwnThread {
            let program = try Program()
            let client = Self.client(program)
            let secrets = try Self.signIn(client, program)
            let dinner = try GoogleSamples.dinner(rule: "FREQ=WEEKLY")
            let write = CalendarJob.Task.write(
                calendar: Self.calendar,
                [RemoteWrite(id: "e_1", copy: nil, content: dinner)])
            let fault: JSON = ["fault": "lostAnswer", "on": "events.insert"]
            try expectEqual(program.ask(.post, "/faults", fault).status, 200)
            guard case .failed = client.answer(write, of: Self.account, with: secrets) else {
                return #expect(Bool(false))
            }
            guard case .done = client.answer(write, of: Self.account, with: secrets) else {
                return #expect(Bool(false))
            }
            let fetch = CalendarJob.Task.fetch(calendar: Self.calendar, token: nil)
            guard case .done(let results) = client.answer(fetch, of: Self.account, with: secrets),
                case .changes(let changes)? = results.first,
                case .series(_, _, let event, _)? = changes.items.first
            else { return #expect(Bool(false)) }
            expectEqual(event.recurrence, dinner.recurrence)
            expectEqual(changes.items.count, 1)
            let state = try JSON(parsing: try program.ask(.get, "/state").body)
            expectEqual(state["calendars"]?[Self.calendar]?.elements?.count, 1)
            #expect(state["counts"]?["events.insert"] == 2)
        }
    }

    @Test func `faults that nobody knows are refused`() async throws {
        try await onOwnThread {
            let program = try Program()
            try expectEqual(program.ask(.post, "/faults", ["fault": "flood"]).status, 400)
            try expectEqual(program.ask(.post, "/faults", ["fault": "revokeSignIns"]).status, 200)
            try expectEqual(program.ask(.get, "/nowhere").status, 404)
        }
    }

    @Test func `a late answer and one that is cut off are none`() async throws {
        try await onOwnThread {
            let program = try Program()
            let client = Self.client(program)
            let secrets = try Self.signIn(client, program)
            let find = CalendarJob.Task.findCalendars
            _ = try program.ask(
                .post, "/faults", ["fault": "cutAnswer", "on": "calendarList.list"])
            expectEqual(
                client.answer(find, of: Self.account, with: secrets),
                .failed(.notWhole, secondsMin: nil))
            _ = try program.ask(
                .post, "/faults",
                ["fault": "slow", "on": "calendarList.list", "milliseconds": 50])
            guard
                case .done(let results) = client.answer(find, of: Self.account, with: secrets)
            else { return #expect(Bool(false)) }
            expectEqual(results.count, 1)
        }
    }
}
