import Credentials
import Gateway
import HTTPTypes
import JSON
import Logging
import Store
import Sync
import Terminal
import Transport
import Venues

/// One who follows the events of a venue: first what the journal holds after a revision, then what
/// happens, without a hole and without a double.
///
/// While the past is being read, and whenever the reader can't keep up, the stream takes its events
/// from the journal; it follows live only while nothing waits.
final class EventStream: ResponseStream, EventObserver {
    struct Request {
        var since: Int
        /// The last revision to send; `nil` goes on for ever.
        var until: Int?
        var format: Format
        var includesRejected: Bool
        var role: Role
        /// Whose token it was asked for with.
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

        /// What says no more than that the stream is alive.
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
        /// The reader has not taken what was sent yet.
        case waiting
        case over
    }

    private let request: Request
    private let station: Station
    private let runner: VenueRunner
    private var body: ResponseBody?
    private var mode = Mode.waiting
    /// The last revision sent.
    private var sent: Int
    private var nextRejection: Int
    private var pulse: StreamPulse

    init(_ request: Request, runner: VenueRunner, station: Station) {
        self.request = request
        self.runner = runner
        self.station = station
        sent = request.since
        nextRejection = runner.recentRejections.firstNumber(after: request.since)
        pulse = StreamPulse(at: station.loop.now)
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
            pulse.isDue(for: body, at: now, station.context.options)
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
        let stream = LoopBound(self, on: station.loop)
        station.context.history.events(of: runner.slug, after: sent, on: station.loop) { result in
            stream.value.arrived(result)
        }
    }

    private func arrived(_ result: Result<[Event], StoreError>) {
        guard case .reading = mode, let body else { return }
        switch result {
        case .failure(let error):
            station.lines.log(
                .error, "the journal can't be read: \(error)", of: request.device,
                at: station.loop.now)
            closed()
            body.abort()
        case .success(let events):
            // What is on the disk but not shown yet comes when it is shown.
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

    /// What was asked for, as the follower may see it: a guest's ticket may stand anywhere in it.
    private func shownArguments(of mutation: Mutation) -> JSON {
        let arguments = runner.venue.arguments(of: mutation, maskedFor: request.role)
        return request.role == .owner ? arguments : arguments.withoutTickets
    }

    /// What was called for, which may be no action at all.
    private func shownAction(_ action: String) -> JSON {
        let action = JSON.string(action)
        return request.role == .owner ? action : action.withoutTickets
    }

    // MARK: Writing

    /// Those that are not sent yet, in their places among the events.
    ///
    /// - Parameter rev: the event that comes next; `nil` when there is none yet.
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
            // The same whenever it is sent, and another one after a restart of the hub.
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
        pulse.wrote(at: station.loop.now)
        body?.write(bytes)
    }
}

extension JSON {
    /// The value with every text hidden in which a guest's ticket may stand: whoever has it can act for
    /// the guest.
    fileprivate var withoutTickets: JSON {
        if let text { return Ticket.mayStand(in: text) ? "•••" : self }
        if let elements { return .array(elements.map(\.withoutTickets)) }
        if let members { return .object(members.mapValues(\.withoutTickets)) }
        return self
    }
}
