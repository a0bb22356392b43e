import Credentials
import Gateway
import HTTPTypes
import JSON
import Logging
import Storage
import Sync
import Terminal
import Transport
import Venues

/// A response that follows the events of a venue: first those in the journal after a revision, then
/// live events, without gaps and without duplicates.
///
/// While the stream catches up, and whenever the reader is too slow, it reads events from the
/// journal. It is live only while nothing waits to be sent.
final class EventStream: ResponseStream, EventObserver {
    struct Request {
        /// The revision after which the stream begins.
        var since: Int
        /// The last revision to send; `nil` means that the stream does not end.
        var until: Int?
        var format: Format
        var includesRejected: Bool
        var role: Role
        /// The id of the device that sent the request.
        var device: String
    }

    enum Format {
        case serverSentEvents
        case lines

        var mediaType: String {
            switch self {
            case .serverSentEvents: "text/event-stream"
            case .lines: "application/x-ndjson"
            }
        }

        /// The bytes that show that the stream is alive, without an event.
        var heartbeat: [UInt8] {
            switch self {
            case .serverSentEvents: Array(": alive\n\n".utf8)
            case .lines: [UInt8(ascii: "\n")]
            }
        }
    }

    private enum Mode {
        case reading
        case live
        /// The reader has not yet read what was sent.
        case waiting
        case over
    }

    private let request: Request
    private let server: LoopServer
    private let runner: VenueRunner
    private var body: ResponseBody?
    private var mode = Mode.waiting
    /// The last revision sent.
    private var sent: Int
    private var nextRejection: Int
    private var pulse: StreamPulse

    init(_ request: Request, runner: VenueRunner, server: LoopServer) {
        self.request = request
        self.runner = runner
        self.server = server
        sent = request.since
        nextRejection = runner.recentRejections.firstNumber(after: request.since)
        pulse = StreamPulse(at: server.loop.now)
    }

    // MARK: ResponseStream

    func begin(on body: ResponseBody) {
        self.body = body
        runner.add(self)
        // A comment, so that a browser knows at once that the stream is open.
        if case .serverSentEvents = request.format { write(Array(": tablecast\n\n".utf8)) }
        readOn()
    }

    func drained() {
        if case .waiting = mode { readOn() }
    }

    func sweep(at now: Duration) {
        guard mode == .live, let body,
            pulse.isDue(for: body, at: now, server.context.options)
        else { return }
        write(request.format.heartbeat)
    }

    func stop() { finish() }

    func closed() {
        mode = .over
        body = nil
        runner.remove(self)
    }

    private func finish() {
        guard let body else { return }
        closed()
        body.finish()
    }

    // MARK: The past

    private func readOn() {
        if let until = request.until, sent >= until { return finish() }
        guard sent < runner.venue.rev else {
            mode = .live
            sendRejections()
            if body?.isCongested == true { mode = .waiting }
            return
        }
        mode = .reading
        let stream = LoopBound(self, on: server.loop)
        server.context.history.events(of: runner.slug, after: sent, on: server.loop) { result in
            stream.value.arrived(result)
        }
    }

    private func arrived(_ result: Result<[Event], StoreError>) {
        guard case .reading = mode, let body else { return }
        switch result {
        case .failure(let error):
            server.lines.log(
                .error, "the journal can't be read: \(error)", of: request.device,
                at: server.loop.now)
            closed()
            body.abort()
        case .success(let events):
            // Events that are on the disk but not yet published are sent when they are published.
            for event in events where event.rev <= runner.venue.rev { send(event) }
            guard case .reading = mode else { return }
            if body.isCongested { mode = .waiting } else { readOn() }
        }
    }

    // MARK: EventObserver

    func published(_ event: Event) {
        guard case .live = mode, event.rev > sent else { return }
        send(event)
        if case .live = mode, body?.isCongested == true { mode = .waiting }
    }

    func rejected() {
        guard case .live = mode, body?.isCongested == false else { return }
        sendRejections()
    }

    func signedOut(_ device: String) {
        if device == request.device { finish() }
    }

    /// Returns the arguments of a rejected mutation as the reader may see them. They may contain a
    /// guest's ticket anywhere.
    private func shownArguments(of mutation: Mutation) -> JSON {
        let arguments = runner.venue.arguments(of: mutation, maskedFor: request.role)
        return request.role == .owner ? arguments : arguments.withoutTickets
    }

    /// Returns the action of a rejected mutation as the reader may see it. It may be any text, not
    /// only the name of an action.
    private func shownAction(_ action: String) -> JSON {
        let action = JSON.string(action)
        return request.role == .owner ? action : action.withoutTickets
    }

    // MARK: Writing

    /// Sends the rejections that were not sent yet, in their places among the events.
    ///
    /// - Parameter rev: the revision of the next event; `.max` if there is none yet.
    private func sendRejections(before rev: Int = .max) {
        guard request.includesRejected else { return }
        for rejection in runner.recentRejections.from(nextRejection) {
            guard rejection.afterRev < rev else { return }
            nextRejection = rejection.number + 1
            send(rejection)
        }
    }

    private func send(_ rejected: RecentRejection) {
        let (mutation, rejection) = (rejected.mutation, rejected.rejection)
        let record = runner.venue.record
        let instant = rejected.at
        var data = rejection.members(isForSender: false)
        data["action"] = shownAction(mutation.action)
        data["args"] = shownArguments(of: mutation)
        let event = JSON(present: [
            "specversion": "1.0",
            // A rejection keeps its id when it is sent again. Numbers begin anew when the hub
            // restarts, so the id contains the time.
            "id": .string("\(record.epoch):rejected:\(instant.milliseconds):\(rejected.number)"),
            "source": .string("/v1/\(record.slug)"),
            "type": "tablecast.rejected",
            "time": .string(instant.description),
            "datacontenttype": "application/json",
            "data": .object(data),
            "board": .string(String(mutation.action.prefix { $0 != "." })),
            "actor": .string(rejected.actor.text),
            "mutationid": mutation.id.isEmpty ? nil : .string(mutation.id),
        ])
        write(event, id: nil)
    }

    private func send(_ event: Event) {
        guard mode != .over else { return }
        sendRejections(before: event.rev)
        sent = event.rev
        let record = runner.venue.record
        let shown = runner.venue.event(event, maskedFor: request.role)
        write(
            shown.cloudEvent(venue: record.slug, epoch: record.epoch),
            id: "\(record.epoch):\(event.rev)")
        if let until = request.until, sent >= until { finish() }
    }

    private func write(_ event: JSON, id: String?) {
        var bytes: [UInt8] = []
        switch request.format {
        case .lines:
            event.write(to: &bytes)
            bytes.append(UInt8(ascii: "\n"))
        case .serverSentEvents:
            if let id { bytes += Array("id: \(id)\n".utf8) }
            bytes += Array("data: ".utf8)
            event.write(to: &bytes)
            bytes += Array("\n\n".utf8)
        }
        write(bytes)
    }

    private func write(_ bytes: [UInt8]) {
        pulse.wrote(at: server.loop.now)
        body?.write(bytes)
    }
}

extension JSON {
    /// The value with every text masked that may contain a guest's ticket. A ticket's holder can
    /// act for the guest.
    fileprivate var withoutTickets: JSON {
        if let text { return Ticket.mayStand(in: text) ? "•••" : self }
        if let elements { return .array(elements.map(\.withoutTickets)) }
        if let members { return .object(members.mapValues(\.withoutTickets)) }
        return self
    }
}
