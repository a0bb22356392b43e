import Boards
import HTTP
import HTTPTypes
import JSON
import Store
import Sync

/// `GET /v1/<venue>/events/<rev>`: one event with its cause, how long it took, and what it changed.
enum EventRoute {
    static func answer(
        _ exchange: Exchange, venue: String, rev text: String, at station: Station
    ) {
        do throws(Problem) {
            let principal = try Authenticator(station.context).principal(
                for: exchange.request, venue: venue, needsOrigin: false)
            try principal.demandInspector(to: "look at events")
            let host = try station.openHost(of: venue)
            guard let rev = Int(text), rev >= 0 else {
                throw Problem(.badRequest, "An event's revision is a whole number from 1 on.")
            }
            guard (1...max(1, host.venue.rev)).contains(rev), host.venue.rev > 0 else {
                throw Problem(
                    .notFound, "The journal has the revisions 1 to \(host.venue.rev).")
            }
            read(rev, exchange, for: principal.role, host, at: station)
        } catch {
            exchange.respond(error.document)
        }
    }

    private static func read(
        _ rev: Int, _ exchange: Exchange, for role: Role, _ host: VenueHost, at station: Station
    ) {
        let recent = host.recentEvents[rev]
        let fresh = VenueFactory.make(host.venue.record, store: station.context.store)
        let exchange = LoopBound(exchange, on: station.loop)
        station.context.history.past(
            fresh, at: rev - 1, end: host.venue.rev, on: station.worker,
            { (past, store) throws(StoreError) in
                let found = try store.events(
                    of: past.record.slug, after: rev - 1, limit: 1, bytesMax: .max)
                guard let event = found.first, event.rev == rev else {
                    throw .damaged("revision \(rev) of the venue \(past.record.slug) is missing")
                }
                let device = try device(of: event, in: store)
                return document(event, recent, device, &past, for: role).canonical
            },
            { _, result in
                guard case .success(let bytes) = result else {
                    return exchange.value.respond(ViewRoute.unreadable.document)
                }
                var response = Response.json(bytes)
                // How long it took is not known for good.
                response.fields[.cacheControl] = "no-store"
                exchange.value.respond(response)
            })
    }

    /// A guest has no device, and time has none.
    private static func device(of event: Event, in store: Store) throws(StoreError) -> Device? {
        let parts = event.actor.split(separator: ":", maxSplits: 1)
        guard parts.count == 2, parts[1].hasPrefix("d_") else { return nil }
        return try store.device(String(parts[1]))
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

    /// What time has brought about has none: whoever's request came next is not to blame.
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

    /// To the thousandth.
    private static func milliseconds(_ duration: Duration) -> Double {
        let (seconds, attoseconds) = duration.components
        let microseconds = seconds * 1_000_000 + attoseconds / 1_000_000_000_000
        return Double(microseconds) / 1_000
    }
}
