import CalendarPeers
import Destinations
import Foundation
import HTTPTypes
import JSON
import Outgoing
import Transport

/// The simulated Google server over the project's own transport, on one loop.
final class GoogleCalendarServer {
    private var state: GoogleServerState
    private let pushTo: String?
    private var listener: Listener?

    /// - Parameter pushTo: the hub's origin for push messages, instead of its public one.
    init(client: String, pushTo: String?) {
        state = GoogleServerState(calendars: [
            "house@example.com": GoogleServerCalendar(),
            "kitchen@example.com": GoogleServerCalendar(summary: "Kitchen", accessRole: "writer"),
            "holidays@example.com": GoogleServerCalendar(
                summary: "Holidays", accessRole: "reader"),
        ])
        state.clients = [client: nil]
        state.personToken = "person"
        self.pushTo = pushTo
    }

    /// Listens on a port, and returns the actual one.
    func listen(port: Int, on loop: EventLoop) throws(SystemError) -> Int {
        let listener = try Listener(
            host: "127.0.0.1", port: port, on: loop,
            accepted: { [unowned self] socket in
                let session = GoogleCalendarSession(server: self)
                _ = Connection(adopting: socket, on: loop, handler: session)
            }, noticed: { _ in })
        self.listener = listener
        return listener.addresses.first?.port ?? port
    }

    func answer(_ request: OutgoingRequest) -> GoogleServerReply {
        state.now = Int64(Date().timeIntervalSince1970)
        switch (request.method, request.destination.path) {
        case (.get, "/state"): return Self.reply(200, state.report)
        case (.post, "/faults"): return order(request.body)
        default:
            let reply = state.answer(request)
            push()
            return reply
        }
    }

    private func order(_ body: [UInt8]) -> GoogleServerReply {
        guard let json = try? JSON(parsing: body) else { return Self.reply(400, "not JSON") }
        let faults = json.elements ?? [json]
        return faults.allSatisfy { state.order($0) }
            ? Self.reply(200, state.report) : Self.reply(400, "unknown fault")
    }

    private static func reply(_ status: Int, _ json: JSON) -> GoogleServerReply {
        GoogleServerReply(
            answer: OutgoingAnswer(
                status: status, fields: [.contentType: "application/json"], body: json.canonical))
    }

    /// Sends the owed messages to the hub, each on its own thread.
    private func push() {
        guard let pushTo else { return }
        for message in state.takeMessages() {
            guard let address = try? Destination(message.address),
                let destination = try? Destination(pushTo + address.path)
            else { continue }
            var fields: HTTPFields = [:]
            for (name, value) in message.fields {
                if let name = HTTPField.Name(name) { fields[name] = value }
            }
            let request = OutgoingRequest(.post, destination, fields: fields)
            Thread.detachNewThread { _ = try? OutgoingClient(allowsLocal: true).send(request) }
        }
    }
}
