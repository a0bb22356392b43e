package import Boards
package import Gateway
import HTTPTypes
import JSON
package import Sync

/// Renders the pages of one loop's venues, with their state. So the first paint needs no script,
/// and the script continues from the revision of the page.
package final class PageRenderer {
    /// Facts about the hub. `nil` if the page does not show the fact.
    package struct Facts {
        var hasPIN: Bool?
        var isInTheOpen: Bool?
        /// The address at which other devices reach the hub.
        var origin: String?

        package init(hasPIN: Bool?, isInTheOpen: Bool?, origin: String?) {
            self.hasPIN = hasPIN
            self.isInTheOpen = isInTheOpen
            self.origin = origin
        }
    }

    /// The values from boards for a page's HTML, at one revision and within one second.
    private struct FilledPlaces {
        var rev: Int
        /// The time in seconds since 1970.
        var second: Int64
        var values: [String: Template.Value]
    }

    private struct PageKey: Hashable {
        var venue: String
        var page: String
        var language: Language
    }

    private let files: PublicFiles
    private let index: PageIndex
    private let registry: BoardRegistry
    /// The values last computed for each page.
    private var filledPlaces: [PageKey: FilledPlaces] = [:]

    package init(_ files: PublicFiles, _ index: PageIndex, boards: BoardRegistry) {
        self.files = files
        self.index = index
        registry = boards
    }

    /// Renders a page.
    ///
    /// - Returns: the HTML; `nil` if the page exists in no suitable language.
    package func html(
        of page: Page, in venue: inout Venue, for principal: Principal, asking request: Request,
        facts: Facts, at now: Instant
    ) -> [UInt8]? {
        let profile = venue.profile
        // Guests' pages have their own texts for the few problems that are possible there.
        let texts = page.declaration.reader == .staff ? index.boardTexts : nil
        guard
            let form = files.page(
                page.declaration.folder, in: page.languages(profile, for: request), with: texts,
                speakingOf: page.boards)
        else { return nil }
        let boardSettings =
            page.shows(.boardSettings) ? BoardFacts(registry, files, in: form.language) : nil
        // The snapshots are already encoded, once for all pages.
        let views = page.views + (boardSettings?.views ?? [])
        let snapshots = views.compactMap { view in
            try? venue.read(view, [], by: principal).snapshot
        }
        let state = state(
            of: page, in: venue, for: principal, facts: facts, boardSettings, snapshots, at: now)
        var values: [String: Template.Value] = [
            "venue": .text(venue.record.slug),
            "venueName": .text(profile.name),
            "timeZone": .text(profile.timeZone),
            "hours": .text("\(HourCount(readingBy: request).rawValue)"),
            "state": .json(state),
            "panels": .text(page.panels.scripts(in: venue)),
        ]
        if !page.fills.isEmpty {
            values.merge(places(of: page, in: venue, form, at: now)) { _, new in new }
        }
        values.merge(
            form.values(for: profile, venue: venue.record.slug, as: principal.actor)
        ) { _, new in new }
        return form.template.filled(values)
    }

    /// Renders the page behind a venue's join link. Returns `nil` if it exists in no suitable
    /// language.
    ///
    /// - Parameter isOpen: whether the link still opens something. If not, the boards' places in
    ///   the page are empty, and their panels are left out.
    ///
    /// - Parameter place: the address of the page of a guest who has a place already.
    package func joinPage(
        of venue: Venue, isOpen: Bool, place: String? = nil, asking request: Request,
        at now: Instant
    ) -> [UInt8]? {
        let profile = venue.profile
        guard let page = index.joinPage,
            let form = files.page(
                page.declaration.folder, in: page.languages(profile, for: request))
        else { return nil }
        var values = places(of: page, in: venue, form, at: now)
        if !isOpen { values = values.mapValues { _ in .text("") } }
        values["venue"] = .text(venue.record.slug)
        values["venueName"] = .text(profile.name)
        values["place"] = .text(place ?? "")
        values["panels"] = .text(isOpen ? page.panels.scripts(in: venue) : "")
        values.merge(form.values(for: profile, venue: venue.record.slug)) { _, new in new }
        return form.template.filled(values)
    }

    /// Whether the page behind a venue's join link has something for a guest whose place it has given
    /// already.
    package func joinPageOffersMore(to guest: Principal?, in venue: Venue) -> Bool {
        guard let page = index.joinPage, guest?.subject?.board == page.declaration.board else {
            return false
        }
        return !page.panels.scripts(in: venue).isEmpty
    }

    /// Renders the page that people get instead of one that they may not open yet. Returns `nil` if
    /// it exists in no suitable language.
    package func html(
        of gate: PageIndex.GatePage, in venue: Venue, asking request: Request
    ) -> [UInt8]? {
        let profile = venue.profile
        let languages = Language.preferred(by: request, of: profile)
        guard let page = files.page(gate.rawValue, in: languages) else { return nil }
        var values = page.values(for: profile, venue: venue.record.slug)
        values["venue"] = .text(venue.record.slug)
        values["venueName"] = .text(profile.name)
        return page.template.filled(values)
    }

    /// Describes the pages that the role may go to.
    private func pages(for role: Role, in venue: Venue) -> JSON {
        .array(
            index.pages(for: role, in: venue).map { page in
                [
                    "name": .string(page.address),
                    "address": .string(page.address(in: venue.record.slug)),
                    "isOfRoom": .bool(page.declaration.reader == .room),
                ]
            })
    }

    /// Describes the boards of a page: the views that the role sees, the roles that the board adds,
    /// and whether the board has a module for its events.
    private func boards(of page: Page, in venue: Venue, for role: Role) -> JSON {
        let declarations = registry.modules.map(\.declaration)
        return .array(
            declarations.filter { page.boards.contains($0.name) }.map { declaration in
                let views = venue.journaledViews(of: declaration.name, for: role)
                let roles = declaration.roles.map(\.role.rawValue)
                return [
                    "name": .string(declaration.name), "views": .array(views.map(JSON.string)),
                    "roles": .array(roles.map(JSON.string)),
                    "hasModule": .bool(files.hasEventsModule(of: declaration.name)),
                ]
            })
    }

    /// Returns the values from boards for the page's HTML. While nothing happens, they are computed
    /// at most once a second: they cost more than the rest of the page, and signed-in clients may
    /// request pages without pause.
    private func places(
        of page: Page, in venue: Venue, _ form: LocalizedPage, at now: Instant
    ) -> [String: Template.Value] {
        let second = now.milliseconds / 1_000
        let key = PageKey(
            venue: venue.record.slug, page: page.address, language: form.language)
        if let known = filledPlaces[key], known.rev == venue.rev, known.second == second {
            return known.values
        }
        var values: [String: Template.Value] = [:]
        for fill in page.fills {
            for (name, place) in fill(venue, now, form.language) {
                values[name] = form.template.value(of: place)
            }
        }
        filledPlaces[key] = FilledPlaces(rev: venue.rev, second: second, values: values)
        return values
    }

    /// Returns the JSON that the page's script begins with.
    private func state(
        of page: Page, in venue: Venue, for principal: Principal, facts: Facts,
        _ boardSettings: BoardFacts?, _ snapshots: [[UInt8]], at now: Instant
    ) -> [UInt8] {
        let record = venue.record
        let state = JSON(present: [
            "venue": .string(record.slug), "epoch": .string(record.epoch),
            "rev": JSON(venue.rev), "now": .string(now.description),
            // If the browser has several sign-ins, the page subscribes with this role.
            "role": .string(principal.role.rawValue),
            "device": page.shows(.device) ? .string(principal.device) : nil,
            "hasPIN": facts.hasPIN.map(JSON.bool),
            "isInTheOpen": facts.isInTheOpen.map(JSON.bool),
            "origin": facts.origin.map(JSON.string),
            "boards": page.shows(.boards) ? boards(of: page, in: venue, for: principal.role) : nil,
            "subject": (principal.subject?.id).map(JSON.string),
            "boardSettings": boardSettings?.json,
            "pages": page.declaration.reader == .staff
                ? pages(for: principal.role, in: venue) : nil,
            "languages": page.declaration.reader == .staff
                ? .array(files.languages(of: page.declaration.folder).map(\.facts)) : nil,
        ])
        var bytes = Array(state.canonical.dropLast())
        bytes += ",\"snapshots\":[".utf8
        for (index, snapshot) in snapshots.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            bytes += snapshot
        }
        return bytes + Array("]}".utf8)
    }
}

extension Page {
    /// The languages for a reader, the best first.
    fileprivate func languages(_ profile: VenueProfile, for request: Request) -> [Language] {
        switch declaration.reader {
        case .room: [profile.languages[0]]
        case .guest: [.chosen(by: request, of: profile)]
        case .staff: Language.preferred(by: request, of: profile)
        }
    }
}

extension Language {
    /// The language's tag and its own name.
    fileprivate var facts: JSON { ["code": .string(rawValue), "name": .string(ownName)] }
}

extension Template {
    fileprivate func value(of place: PagePlace) -> Value {
        switch place {
        case .text(let text): return .text(text)
        case .rows(let id, let rows):
            guard let row = row(id) else { return .text("") }
            return .html(Array(rows.map { row.filled($0.mapValues(Value.text)) }.joined()))
        }
    }
}

extension Response {
    /// Returns an answer with a page that was rendered for this request only.
    package static func page(_ html: [UInt8], to request: Request) -> Response {
        var fields: HTTPFields = [
            .contentType: "text/html; charset=utf-8", .cacheControl: "no-store",
            .vary: "Accept-Encoding, Accept-Language, Cookie",
        ]
        guard request.prefersGzip, let gzip = Gzip.compress(html) else {
            return Response(.ok, fields: fields, body: html)
        }
        fields[.contentEncoding] = "gzip"
        return Response(.ok, fields: fields, body: gzip)
    }
}
