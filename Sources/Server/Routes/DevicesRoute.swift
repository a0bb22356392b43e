import Gateway
import HTTP
import HTTPTypes
import JSON
import Logging
import Sync
import Terminal
import Transport
import Venues

/// The list of screens: `GET /v1/<venue>/devices` returns all screens with their state, once as
/// JSON or as an event stream. `POST /v1/<venue>/devices/<id>/dismiss` ends the alarms of a screen.
/// `POST /v1/<venue>/set-aside?name=<name>` retries what was set aside.
enum DevicesRoute {
    private static let streamType = "text/event-stream"
    private static let jsonType = "application/json"
    private static let deed = "look at the devices"

    static func answer(_ call: Call) throws(HTTPProblem) {
        let principal = try call.inspector(to: deed)
        let runner = try call.runner()
        let types = AcceptedTypes(call.request.fields[.accept])
        let stream = types.quality(ofType: streamType)
        let document = types.quality(ofType: jsonType)
        guard max(stream, document) > 0 else {
            throw HTTPProblem(
                .notAcceptable, "The devices come as \(jsonType) or \(streamType).")
        }
        runner.screens.withDevices {
            // The sender may have been signed out while another thread read the list.
            guard runner.venue.admits(principal) else {
                return call.respond(Authenticator.signInAgain.document)
            }
            guard stream > document else {
                return call.respond(
                    .json(runner.screens.document.canonical).adding(.vary, "Accept"))
            }
            call.exchange.stream(
                DevicesStream(for: principal.device, desk: runner.screens, server: call.server),
                fields: [
                    .contentType: streamType, .cacheControl: "no-store", .vary: "Accept",
                ])
        }
    }

    static func dismiss(_ call: Call, device: String) throws(HTTPProblem) {
        let principal = try call.inspector(to: deed, needsOrigin: true)
        guard try call.runner().screens.dismiss(device) else {
            throw HTTPProblem(.notFound, "There is no such device.")
        }
        call.server.lines.log(
            .notice, "alarms of a device were dismissed", of: device,
            ["venue": "\(call.venue)", "device": "\(device)", "by": "\(principal.actor)"],
            at: call.server.loop.now)
        call.respond(Response(.noContent))
    }

    static func tryAgain(_ call: Call) throws(HTTPProblem) {
        guard try call.principal(needsOrigin: true).role == .owner else {
            throw HTTPProblem(.forbidden, "Only owners may have that tried again.")
        }
        guard try call.runner().tryAgain(call.request.query["name"] ?? "") else {
            throw HTTPProblem(.notFound, "Nothing of this name is set aside.")
        }
        call.respond(Response(.noContent))
    }
}
