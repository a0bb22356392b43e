import HTTPTypes
import JSON
import Sync

/// The pages, with the state already in them: the first paint needs no script, and the script
/// resumes from the revision that the page was made with.
enum PageRoute {
    static func answer(
        _ exchange: Exchange, page: Page, venue slug: String, at station: Station
    ) {
        let request = exchange.request
        let files = station.context.files
        do throws(Problem) {
            guard let host = station.host(of: slug) else {
                throw Problem(.notFound, "There is no such venue.")
            }
            guard let template = files.text([page.rawValue, "index.html"]) else {
                throw .notFound
            }
            let principal = try Authenticator(station.context).cookiePrincipal(
                of: request, venue: slug, roles: page.roles)
            guard let principal else { throw Problem(.unauthorized, page.advice) }
            let html = try render(Template(template), page, host, for: principal)
            exchange.respond(response(Array(html.utf8), to: request))
        } catch {
            exchange.refuse(error)
        }
    }

    private static func response(_ html: [UInt8], to request: Request) -> Response {
        var fields: HTTPFields = [
            .contentType: "text/html; charset=utf-8", .cacheControl: "no-store",
            .vary: "Accept-Encoding, Cookie",
        ]
        guard request.acceptsGzip, let gzip = Gzip.compress(html) else {
            return Response(.ok, fields: fields, body: html)
        }
        fields[.contentEncoding] = "gzip"
        return Response(.ok, fields: fields, body: gzip)
    }

    private static func render(
        _ template: Template, _ page: Page, _ host: VenueHost, for principal: Principal
    ) throws(Problem) -> String {
        let now = WallClock.now
        let record = host.venue.record
        var snapshots: [JSON] = []
        for view in page.views {
            guard let read = try? host.read(view, by: principal),
                let snapshot = try? JSON(parsing: read.snapshot)
            else { continue }
            snapshots.append(snapshot)
        }
        let state = JSON(present: [
            "venue": .string(record.slug), "epoch": .string(record.epoch),
            "rev": JSON(host.venue.rev), "now": .string(now.description),
            "snapshots": .array(snapshots),
            // As what the page subscribes, when the browser has several sign-ins.
            "role": .string(principal.role.rawValue),
            "party": principal.party.map(JSON.string),
        ])
        var values = [
            "venue": record.slug,
            "venueName": Template.escaped(record.name),
            "timeZone": Template.escaped(record.timeZone),
            "state": Template.embedded(state),
        ]
        if page == .display {
            let rows = DisplayRows(
                host.venue, template: template, now: now, timeZone: record.timeZone)
            values.merge(rows.values) { _, new in new }
        }
        return template.filled(values)
    }
}
