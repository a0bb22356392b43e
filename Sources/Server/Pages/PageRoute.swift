import Boards
import HTTPTypes
import JSON
import Store
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
            let authenticator = Authenticator(station.context)
            _ = try authenticator.record(of: slug)
            let host = try station.openHost(of: slug)
            guard let form = form(of: page, host.settings, for: request, files) else {
                throw .notFound
            }
            guard
                let (principal, isLocked) = try authenticator.cookiePrincipal(
                    of: request, venue: slug, roles: page.roles)
            else {
                if page == .display, request.wantsPage,
                    let door = files.template(["pair", "index.html"])
                {
                    return exchange.respond(self.door(door, to: host, for: request))
                }
                throw Problem(
                    .unauthorized, page.advice(in: slug), fields: Authenticator.challenge)
            }
            if isLocked {
                guard request.wantsPage, let door = files.template(["pin", "index.html"]) else {
                    throw Authenticator.locked
                }
                return exchange.respond(self.door(door, to: host, for: request))
            }
            let facts = Facts(
                hasPIN: page.showsWhetherPIN ? try self.hasPIN(slug, at: station) : nil,
                isInTheOpen: page == .owner ? station.context.options.isInTheOpen : nil,
                origin: page.showsAddresses ? station.context.outsideOrigin(for: request) : nil)
            let html = render(
                form, page, host, for: principal, version: files.version, facts: facts,
                at: station.context.clock.now)
            // A browser forgets a cookie that is never set again.
            exchange.respond(response(html, to: request).setting(request.cookie))
        } catch {
            exchange.refuse(error)
        }
    }

    /// What a page is told of the hub, where it shows it.
    private struct Facts {
        var hasPIN: Bool?
        var isInTheOpen: Bool?
        /// Where other devices reach the hub.
        var origin: String?
    }

    /// What the page is filled into, and what fills the places that are its language's.
    private struct Form {
        var template: Template
        var values: [String: String] = [:]
    }

    private static func form(
        of page: Page, _ settings: VenueRecord, for request: Request, _ files: PublicFiles
    ) -> Form? {
        guard page.isLocalized else {
            return files.template([page.rawValue, "index.html"]).map { Form(template: $0) }
        }
        let language =
            page == .display ? settings.languages[0] : .chosen(by: request, of: settings)
        return files.page(page.rawValue, in: language).map {
            Form(template: $0.template, values: $0.values(for: settings))
        }
    }

    private static func hasPIN(_ venue: String, at station: Station) throws(Problem) -> Bool {
        do {
            return try station.context.store.hasPIN(venue)
        } catch {
            throw Problem(.serviceUnavailable, "The list of devices can't be read; try again.")
        }
    }

    /// What stands before a page that may not be opened yet: there somebody shows who it is.
    private static func door(
        _ template: Template, to host: VenueHost, for request: Request
    ) -> Response {
        let html = template.filled([
            "venue": host.slug, "venueName": Template.escaped(host.settings.name),
        ])
        var response = self.response(html, to: request)
        response.status = .unauthorized
        response.fields[.wwwAuthenticate] = Authenticator.challenge[.wwwAuthenticate]
        return response
    }

    static func response(_ html: [UInt8], to request: Request) -> Response {
        var fields: HTTPFields = [
            .contentType: "text/html; charset=utf-8", .cacheControl: "no-store",
            .vary: "Accept-Encoding, Accept-Language, Cookie",
        ]
        guard request.acceptsGzip, let gzip = Gzip.compress(html) else {
            return Response(.ok, fields: fields, body: html)
        }
        fields[.contentEncoding] = "gzip"
        return Response(.ok, fields: fields, body: gzip)
    }

    private static func render(
        _ form: Form, _ page: Page, _ host: VenueHost, for principal: Principal,
        version: String, facts: Facts, at now: Instant
    ) -> [UInt8] {
        let record = host.settings
        var values = [
            "venue": record.slug,
            "venueName": Template.escaped(record.name),
            "page": version,
            "timeZone": Template.escaped(record.timeZone),
            "state": Template.embedded(
                state(of: page, host, for: principal, facts: facts, at: now)),
        ]
        if page == .display {
            values.merge(rows(of: host, form.template, at: now)) { _, new in new }
            let join = record.openJoinLink.flatMap { link in
                form.template.row("join-row")?.filled(["joinLink": link, "venue": record.slug])
            }
            values["join"] = String(decoding: join ?? [], as: UTF8.self)
        }
        values.merge(form.values) { _, new in new }
        return form.template.filled(values)
    }

    /// The list as HTML: made once a second at the most while nothing happens, for it costs more than
    /// all the rest of a page, and whoever signs in may ask for pages as fast as can be.
    private static func rows(
        of host: VenueHost, _ template: Template, at now: Instant
    ) -> [String: String] {
        let second = now.milliseconds / 1_000
        if let known = host.renderedRows, known.rev == host.venue.rev, known.second == second {
            return known.values
        }
        let rows = DisplayRows(
            host.venue, template: template, now: now, timeZone: host.settings.timeZone)
        let values = rows.values
        host.renderedRows = RenderedRows(rev: host.venue.rev, second: second, values: values)
        return values
    }

    /// What the page's script begins with.
    private static func state(
        of page: Page, _ host: VenueHost, for principal: Principal, facts: Facts,
        at now: Instant
    ) -> [UInt8] {
        let record = host.venue.record
        let state = JSON(present: [
            "venue": .string(record.slug), "epoch": .string(record.epoch),
            "rev": JSON(host.venue.rev), "now": .string(now.description),
            // As what the page subscribes, when the browser has several sign-ins.
            "role": .string(principal.role.rawValue),
            "device": page == .owner ? .string(principal.device) : nil,
            "hasPIN": facts.hasPIN.map(JSON.bool),
            "isInTheOpen": facts.isInTheOpen.map(JSON.bool),
            "origin": facts.origin.map(JSON.string),
            "party": principal.party.map(JSON.string),
        ])
        // They are encoded already, once for all who ask.
        let snapshots = page.views.compactMap { try? host.read($0, by: principal).snapshot }
        var bytes = Array(state.canonical.dropLast())
        bytes += ",\"snapshots\":[".utf8
        for (index, snapshot) in snapshots.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            bytes += snapshot
        }
        return bytes + Array("]}".utf8)
    }
}
