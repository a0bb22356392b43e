import Clocks
import Gateway
import HTTP
import HTTPTypes
import JSON
import Metrics
import Storage
import Sync
import Transport
import Venues

/// `GET /v1/<venue>/events/<rev>`: one event with its cause, how long it took, and what it changed.
enum EventRoute {
    static func answer(_ call: Call, rev text: String) throws(HTTPProblem) {
        let principal = try call.inspector(to: "look at events")
        let runner = try call.runner()
        guard let rev = Int(text), rev >= 0 else {
            throw HTTPProblem(.badRequest, "An event's revision is a whole number from 1 on.")
        }
        guard (1...max(1, runner.venue.rev)).contains(rev), runner.venue.rev > 0 else {
            throw HTTPProblem(
                .notFound, "The journal has the revisions 1 to \(runner.venue.rev).")
        }
        read(rev, call, for: principal.role, runner)
    }

    private static func read(_ rev: Int, _ call: Call, for role: Role, _ runner: VenueRunner) {
        let recent = runner.recentEvents[rev]
        let fresh = VenueFactory.make(
            runner.venue.record, boards: call.context.options.boards)
        let storage = call.context.storage
        let exchange = LoopBound(call.exchange, on: call.server.loop)
        call.context.history.past(
            fresh, at: rev - 1, end: runner.venue.rev, on: call.server.loop,
            { (past) throws(StoreError) in
                let venue = past.record.slug
                let found = try storage.events(
                    of: venue, after: rev - 1, limit: 1, bytesMax: .max)
                guard let event = found.first, event.rev == rev else {
                    throw .damaged("revision \(rev) of the venue \(venue) is missing")
                }
                let device = try device(of: event, in: storage)
                return document(event, recent, device, &past, for: role).canonical
            },
            { result in
                guard case .success(let bytes) = result else {
                    return exchange.value.respond(ViewRoute.unreadable.document)
                }
                var response = Response.json(bytes)
                // The timing is known only for a while.
                response.fields[.cacheControl] = "no-store"
                exchange.value.respond(response)
            })
    }

    /// Returns the device that caused an event; `nil` if a guest or the passing of time did.
    private static func device(
        of event: Event, in identity: any Identity
    ) throws(StoreError) -> Device? {
        guard let id = event.actor.id, id.hasPrefix("d_") else { return nil }
        return try identity.device(String(id))
    }

    private static func document(
        _ event: Event, _ recent: RecentEvent?, _ device: Device?, _ past: inout Venue,
        for role: Role
    ) -> JSON {
        let record = past.record
        let shown = past.event(event, maskedFor: role)
        let changes = past.changes(by: event, seenBy: role)
        return JSON(present: [
            "event": shown.cloudEvent(venue: record.slug, epoch: record.epoch),
            "cause": cause(of: event, recent, device),
            "timing": recent?.journey.map { journey in
                [
                    "durableMs": .number(milliseconds(journey.durableAfter)),
                    "handedOverMs": .number(milliseconds(journey.handedOverAfter)),
                ]
            },
            "changes": .array(changes.map(\.diff)),
        ])
    }

    /// Returns the cause of an event; `nil` if the passing of time caused it. A request that only
    /// preceded the event is not its cause.
    private static func cause(
        of event: Event, _ recent: RecentEvent?, _ device: Device?
    ) -> JSON? {
        guard event.mutationID != nil else { return nil }
        let connection = recent?.origin.map { origin in
            JSON(present: [
                "way": .string(origin.way.rawValue),
                "address": origin.address.map { .string("\($0)") },
            ])
        }
        return JSON(present: [
            "mutation": event.publicMutationID.map(JSON.string),
            "action": recent?.action.map(JSON.string),
            "device": device.map { device in
                JSON(present: [
                    "id": .string(device.id), "role": .string(device.role.rawValue),
                    "name": device.name.map(JSON.string),
                ])
            },
            "connection": connection,
        ])
    }

    /// Returns a duration in milliseconds, with three decimal places.
    private static func milliseconds(_ duration: Duration) -> Double {
        Double(duration.microseconds) / 1_000
    }
}
