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

    static func answer(_ exchange: Exchange, venue: String, at station: Station) {
        do throws(HTTPProblem) {
            let request = exchange.request
            let principal = try principal(
                for: request, venue: venue, needsOrigin: false, at: station)
            let runner = try station.openRunner(of: venue)
            let types = AcceptedTypes(request.fields[.accept])
            let stream = types.quality(ofType: streamType)
            let document = types.quality(ofType: jsonType)
            guard max(stream, document) > 0 else {
                throw HTTPProblem(
                    .notAcceptable, "The devices come as \(jsonType) or \(streamType).")
            }
            runner.screens.withDevices {
                // The sender may have been signed out while another thread read the list.
                guard runner.venue.admits(principal) else {
                    return exchange.respond(Authenticator.signInAgain.document)
                }
                guard stream > document else {
                    return exchange.respond(
                        .json(runner.screens.document.canonical).adding(.vary, "Accept"))
                }
                exchange.stream(
                    DevicesStream(for: principal.device, desk: runner.screens, station: station),
                    fields: [
                        .contentType: streamType, .cacheControl: "no-store", .vary: "Accept",
                    ])
            }
        } catch {
            exchange.respond(error.document)
        }
    }

    static func dismiss(_ exchange: Exchange, venue: String, device: String, at station: Station) {
        do throws(HTTPProblem) {
            let principal = try principal(
                for: exchange.request, venue: venue, needsOrigin: true, at: station)
            guard try station.openRunner(of: venue).screens.dismiss(device) else {
                throw HTTPProblem(.notFound, "There is no such device.")
            }
            station.lines.log(
                .notice, "alarms of a device were dismissed", of: device,
                ["venue": "\(venue)", "device": "\(device)", "by": "\(principal.actor)"],
                at: station.loop.now)
            exchange.respond(Response(.noContent))
        } catch {
            exchange.respond(error.document)
        }
    }

    static func tryAgain(_ exchange: Exchange, venue: String, at station: Station) {
        do throws(HTTPProblem) {
            let principal = try Authenticator(station.context).principal(
                for: exchange.request, venue: venue, needsOrigin: true)
            guard principal.role == .owner else {
                throw HTTPProblem(.forbidden, "Only owners may have that tried again.")
            }
            let name = exchange.request.query["name"] ?? ""
            guard try station.openRunner(of: venue).tryAgain(name) else {
                throw HTTPProblem(.notFound, "Nothing of this name is set aside.")
            }
            exchange.respond(Response(.noContent))
        } catch {
            exchange.respond(error.document)
        }
    }

    private static func principal(
        for request: Request, venue: String, needsOrigin: Bool, at station: Station
    ) throws(HTTPProblem) -> Principal {
        let principal = try Authenticator(station.context).principal(
            for: request, venue: venue, needsOrigin: needsOrigin)
        try principal.demandInspector(to: "look at the devices")
        return principal
    }
}
