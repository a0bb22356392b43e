import Gateway
import HTTP
import HTTPTypes
import Sync
import Venues

/// `GET /v1/<venue>/events`: streams the journal's events after a revision, then live events.
enum EventsRoute {
    static func answer(_ call: Call) throws(HTTPProblem) {
        let request = call.request
        let principal = try call.inspector(to: "follow the events")
        let runner = try call.runner()
        let format = try format(request)
        let stream = EventStream(
            EventStream.Request(
                since: try since(request, runner), until: try revision("until", of: request),
                format: format, includesRejected: request.query["rejected"] == "1",
                role: principal.role, device: principal.device),
            runner: runner, server: call.server)
        call.exchange.stream(
            stream,
            fields: [
                .contentType: format.mediaType, .cacheControl: "no-store", .vary: "Accept",
            ])
    }

    private static func format(_ request: Request) throws(HTTPProblem) -> EventStream.Format {
        let types = AcceptedTypes(request.fields[.accept])
        let stream = types.quality(ofType: EventStream.Format.serverSentEvents.mediaType)
        let lines = types.quality(ofType: EventStream.Format.lines.mediaType)
        guard max(stream, lines) > 0 else {
            throw HTTPProblem(
                .notAcceptable, "The events come as text/event-stream or application/x-ndjson.")
        }
        return stream > lines ? .serverSentEvents : .lines
    }

    /// Returns the revision after which the stream begins. `Last-Event-ID`, which a browser sends
    /// when it reconnects, takes precedence over the query's `since`.
    private static func since(_ request: Request, _ runner: VenueRunner) throws(HTTPProblem) -> Int
    {
        guard let last = request.fields[.lastEventID] else {
            return try revision("since", of: request) ?? 0
        }
        let parts = last.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, let rev = Int(parts[1]), rev >= 0 else {
            throw HTTPProblem(.badRequest, "Last-Event-ID must be an event's id, <epoch>:<rev>.")
        }
        guard parts[0] == runner.venue.record.epoch else {
            throw HTTPProblem(
                .conflict,
                "The journal was replaced since: begin without Last-Event-ID.")
        }
        return rev
    }

    private static func revision(_ name: String, of request: Request) throws(HTTPProblem) -> Int? {
        guard let text = request.query[name] else { return nil }
        guard let rev = Int(text), rev >= 0 else {
            throw HTTPProblem(.badRequest, "\(name) must be a whole number from 0 on.")
        }
        return rev
    }
}
