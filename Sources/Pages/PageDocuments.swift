package import BoardKit
package import Gateway
import HTTPTypes
import HouseBoard
import JSON
package import Sync

/// Makes the documents that pages request: the reader, facts about the house, the texts in the
/// reader's language, and the snapshots from which the page's script continues. The pages
/// themselves are files, the same for everybody.
package struct PageDocuments: Sendable {
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

    private let files: PublicFiles
    private let index: PageIndex
    private let registry: BoardRegistry

    package init(_ files: PublicFiles, _ index: PageIndex, boards: BoardRegistry) {
        self.files = files
        self.index = index
        registry = boards
    }

    /// Returns the document of a page; `nil` if the page exists in no suitable language.
    package func document(
        of page: Page, in venue: inout Venue, for principal: Principal, asking request: Request,
        facts: Facts, at now: Instant
    ) -> [UInt8]? {
        let isStaffs = page.declaration.reader == .staff
        // Guests' pages have their own texts for the few problems that are possible there.
        let sources = TextSources(
            isShared: isStaffs, boardTexts: isStaffs ? index.boardTexts : nil, boards: page.boards)
        guard let texts = texts(of: page, sources, venue.profile, asking: request) else {
            return nil
        }
        let boardSettings =
            page.shows(.boardSettings) ? BoardFacts(registry, files, in: texts.language) : nil
        // The snapshots are already encoded, once for all pages.
        let views = page.views + (boardSettings?.views ?? [])
        let snapshots = views.compactMap { view in
            try? venue.read(view, [], by: principal).snapshot
        }
        let members = JSON(present: [
            // If the browser has several sign-ins, the page subscribes with this role.
            "role": .string(principal.role.rawValue),
            "device": page.shows(.device) ? .string(principal.device) : nil,
            // The list of devices also says which pages each of them can show.
            "views": page.shows(.device) ? viewsOfPages(in: venue) : nil,
            "hasPIN": facts.hasPIN.map(JSON.bool),
            "isInTheOpen": facts.isInTheOpen.map(JSON.bool),
            "origin": facts.origin.map(JSON.string),
            "boards": page.shows(.boards) ? boards(of: page, in: venue, for: principal.role) : nil,
            "subject": (principal.subject?.id).map(JSON.string),
            "boardSettings": boardSettings?.json,
            "pages": isStaffs ? pages(for: principal.role, in: venue) : nil,
            "languages": languages(of: page, in: venue),
            "marks": Self.marks(page.declaration.marks(venue, now)),
            "panels": Self.panels(page.panels.scripts(in: venue)),
        ])
        return Self.document(venue, texts, members, snapshots, at: now)
    }

    /// Returns the document of the page behind a venue's join link; `nil` if the page exists in no
    /// suitable language.
    ///
    /// - Parameters:
    ///   - isOpen: whether the link still permits anything. If not, boards add no data to the
    ///     document, and their panels are left out.
    ///   - place: the address of the page of a guest who already has a place.
    package func joinDocument(
        of venue: Venue, isOpen: Bool, place: String?, asking request: Request, at now: Instant
    ) -> [UInt8]? {
        guard let page = index.joinPage,
            let texts = texts(of: page, TextSources(), venue.profile, asking: request)
        else { return nil }
        var marks = page.declaration.marks(venue, now)
        if !isOpen { marks = marks.mapValues { _ in "" } }
        marks["place"] = place ?? ""
        let members: JSON = [
            "marks": Self.marks(marks),
            "panels": Self.panels(isOpen ? page.panels.scripts(in: venue) : []),
            "languages": languages(of: page, in: venue) ?? [],
        ]
        return Self.document(venue, texts, members, [], at: now)
    }

    /// Whether the page behind a venue's join link has more for a guest who already has a place by
    /// it.
    package func joinPageOffersMore(to guest: Principal?, in venue: Venue) -> Bool {
        guard let page = index.joinPage, guest?.subject?.board == page.declaration.board else {
            return false
        }
        return !page.panels.scripts(in: venue).isEmpty
    }

    /// Returns the document of the page that is shown instead of one that people may not open yet.
    package func document(
        of gate: PageIndex.GatePage, in venue: Venue, asking request: Request, at now: Instant
    ) -> [UInt8]? {
        files.texts(
            of: gate.rawValue, in: Language.preferred(by: request, of: venue.profile),
            TextSources(isShared: true)
        ).map { texts in
            Self.document(venue, texts, ["gate": .string(gate.rawValue)], [], at: now)
        }
    }

    /// Returns the document of the start page, which lists the venue's pages for everybody; `nil`
    /// if it exists in no suitable language.
    package func startDocument(
        of venue: Venue, asking request: Request, at now: Instant
    ) -> [UInt8]? {
        let languages = [.asked(by: request), Language.english]
        guard let texts = files.texts(of: "start", in: languages) else { return nil }
        let pages = index.pages(in: venue).compactMap { page -> JSON? in
            let folder = page.declaration.board.map { "boards/\($0)" } ?? "js/ui"
            let words = files.texts(of: folder, in: [texts.language, .english])
            guard let title = words["pageNames.\(page.address)"] else { return nil }
            return JSON(present: [
                "name": .string(page.address), "title": title,
                "about": words["pageAbouts.\(page.address)"],
                "address": .string(page.address(in: venue.record.slug)),
                "isOfRoom": .bool(page.declaration.reader == .room),
            ])
        }
        return Self.document(venue, texts, ["pages": .array(pages)], [], at: now)
    }

    private func texts(
        of page: Page, _ sources: TextSources, _ profile: VenueProfile, asking request: Request
    ) -> PageTexts? {
        let languages: [Language] =
            switch page.declaration.reader {
            case .room: [profile.languages[0]]
            case .guest: [.chosen(by: request, of: profile)]
            case .staff: Language.preferred(by: request, of: profile)
            }
        return files.texts(of: page.declaration.folder, in: languages, sources)
    }

    /// The languages among which the reader may choose.
    private func languages(of page: Page, in venue: Venue) -> JSON? {
        let languages: [Language] =
            switch page.declaration.reader {
            case .room: []
            case .guest: venue.profile.languages
            case .staff: files.languages(of: page.declaration.folder)
            }
        guard !languages.isEmpty else { return nil }
        return .array(
            languages.map { ["code": .string($0.rawValue), "name": .string($0.ownName)] })
    }

    /// Describes the pages that the role may open.
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

    /// Describes which pages need which views, and who may open them.
    private func viewsOfPages(in venue: Venue) -> JSON {
        .array(
            index.pages(in: venue).map { page in
                [
                    "name": .string(page.address),
                    "views": .array(page.declaration.views.map(JSON.string)),
                    "roles": .array(page.roles.map(\.rawValue).map(JSON.string)),
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

    private static func marks(_ marks: [String: String]) -> JSON {
        .object(marks.mapValues(JSON.string))
    }

    private static func panels(_ scripts: [String]) -> JSON {
        .array(scripts.map(JSON.string))
    }

    /// Returns a document with the members that all have. Texts and snapshots are already encoded.
    private static func document(
        _ venue: Venue, _ texts: PageTexts, _ members: JSON, _ snapshots: [[UInt8]],
        at now: Instant
    ) -> [UInt8] {
        let record = venue.record
        let common: [String: JSON] = [
            "venue": .string(record.slug), "epoch": .string(record.epoch),
            "rev": JSON(venue.rev), "now": .string(now.description),
            "name": .string(venue.profile.name), "timeZone": .string(venue.profile.timeZone),
            "hours": JSON(venue.profile.clockHours),
            "language": .string(texts.language.rawValue),
        ]
        let all = common.merging(members.members ?? [:]) { _, own in own }
        return JSON.object(all).canonical.dropLast() + Array(",\"texts\":".utf8) + texts.json
            + Array(",\"snapshots\":[".utf8)
            + Array(snapshots.joined(separator: [UInt8(ascii: ",")])) + Array("]}".utf8)
    }
}

extension Response {
    /// Returns the response with a document that was made for this request only.
    package static func document(
        _ json: [UInt8], to request: Request
    ) -> Response {
        var fields: HTTPFields = [
            .contentType: "application/json", .cacheControl: "no-store",
            .vary: "Accept-Encoding, Accept-Language, Cookie",
        ]
        guard request.prefersGzip, let gzip = Gzip.compress(json) else {
            return Response(.ok, fields: fields, body: json)
        }
        fields[.contentEncoding] = "gzip"
        return Response(.ok, fields: fields, body: gzip)
    }
}

/// The texts of a page in one of its languages.
struct PageTexts: Sendable {
    let language: Language
    /// A JSON object with the texts by their keys.
    let json: [UInt8]
}

/// The sources of a page's texts besides its own folder. The page's own texts override the others.
struct TextSources {
    /// Whether the page has the texts that pages for staff share.
    var isShared = false
    /// The boards' texts that the page gets.
    var boardTexts: BoardTexts?
    /// The boards whose events the page describes.
    var boards: [String] = []
}
