import HTTP
import HTTPTypes
import Sync

/// `GET /v1/<venue>/events`: the journal from a revision on, then live.
enum EventsRoute {
    static func answer(_ exchange: Exchange, venue: String, at station: Station) {
        do throws(Problem) {
            let request = exchange.request
            let principal = try Authenticator(station.context).principal(
                for: request, venue: venue, needsOrigin: false)
            try principal.demandInspector(to: "follow the events")
            let host = try station.openHost(of: venue)
            let format = try format(request)
            let stream = EventStream(
                EventStream.Request(
                    since: try since(request, host), until: try revision("until", of: request),
                    format: format, includesRejected: request.query["rejected"] == "1",
                    role: principal.role, device: principal.device),
                host: host, station: station)
            exchange.stream(
                stream,
                fields: [
                    .contentType: format.mediaType, .cacheControl: "no-store", .vary: "Accept",
                ])
        } catch {
            exchange.respond(error.document)
        }
    }

    private static func format(_ request: Request) throws(Problem) -> EventStream.Format {
        let types = AcceptedTypes(request.fields[.accept])
        let stream = types.quality(ofType: EventStream.Format.serverSentEvents.mediaType)
        let lines = types.quality(ofType: EventStream.Format.lines.mediaType)
        guard max(stream, lines) > 0 else {
            throw Problem(
                .notAcceptable, "The events come as text/event-stream or application/x-ndjson.")
        }
        return stream > lines ? .serverSentEvents : .lines
    }

    /// What a browser remembers from before it lost the stream beats what the page asked for.
    private static func since(_ request: Request, _ host: VenueHost) throws(Problem) -> Int {
        guard let last = request.fields[.lastEventID] else {
            return try revision("since", of: request) ?? 0
        }
        let parts = last.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, let rev = Int(parts[1]), rev >= 0 else {
            throw Problem(.badRequest, "Last-Event-ID must be an event's id, <epoch>:<rev>.")
        }
        guard parts[0] == host.venue.record.epoch else {
            throw Problem(
                .conflict,
                "The journal was made anew since: begin without Last-Event-ID.")
        }
        return rev
    }

    private static func revision(_ name: String, of request: Request) throws(Problem) -> Int? {
        guard let text = request.query[name] else { return nil }
        guard let rev = Int(text), rev >= 0 else {
            throw Problem(.badRequest, "\(name) must be a whole number from 0 on.")
        }
        return rev
    }
}
