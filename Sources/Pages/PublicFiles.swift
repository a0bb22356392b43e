package import Boards
import Credentials
import Dispatch
import Foundation
package import Gateway
import HTTPTypes
import JSON
import Locks
package import Terminal
package import Time
package import Transport

/// # The room `Pages`
///
/// Makes what people read in a browser: the folder `Public`, pages with places to fill in, their
/// texts in each language, and what boards declare for them. The room decides how a page looks;
/// others decide who may see it.

/// Serves the folder `Public`: static files, with entity tags and gzip. Nothing outside of the
/// folder can be read.
///
/// The files are kept in memory, so that loops do not read from the disk. The folder is checked for
/// changes away from the loops, so that pages can be edited while the hub runs.
package final class PublicFiles: Sendable {
    struct File: Sendable {
        var bytes: [UInt8]
        var type: String
        var tag: String

        fileprivate init(_ bytes: [UInt8], named name: String) {
            self.bytes = bytes
            type = MediaType.of(name)
            tag = PublicFiles.tag(of: bytes)
        }
    }

    /// A folder beside the one with the pages, whose files are served below a path of their own.
    package struct AddedFolder: Sendable {
        /// The names at which its files' paths begin.
        let path: [String]
        let folder: ReadOnlyFolder
        /// Where it is on the disk.
        let place: String
        /// The only files that are served; `nil` for all.
        var names: Set<String>?
    }

    /// A file of a folder, kept in memory or not.
    private struct Entry: Sendable {
        var status: FileStatus
        /// The added folder that it is in; `nil` for the folder with the pages.
        var added: Int?
        /// `nil` if the file is too long to be kept.
        var file: File?
    }

    private struct Contents: Sendable {
        var entries: [[String]: Entry] = [:]
        var keptCount = 0
        /// When the last check for changes began, by the loops' clock.
        var lookedOverAt = Duration.zero
    }

    private let path: String
    private let folder: ReadOnlyFolder
    private let added: [AddedFolder]
    private let contents: Locked<Contents>
    private let makers: [[String]: @Sendable () -> String]
    /// The files that were made.
    private let made = Locked<[[String]: File]>([:])
    /// The maximum age of the knowledge about the folder when a file is requested.
    private let ageMax: Duration
    private let queue = DispatchQueue(label: "tablecast.pages")
    /// The pages, by name, language, and the tags of their files.
    private let pages = Locked<[[String]: LocalizedPage]>([:])
    /// The compressed files, by tag.
    private let compressed = Locked<[String: [UInt8]]>([:])

    private static let fileBytesMax = 256 * 1_048_576
    /// The size above which answers are sent piece by piece.
    private static let wholeBytesMax = 1_048_576
    private static let keptFileBytesMax = 1_048_576
    private static let keptFileCountMax = 1_000
    private static let fileCountMax = 10_000

    /// - Parameters:
    ///   - path: the path of the folder.
    ///   - added: folders beside it.
    ///   - made: texts that are served beside the files, by their paths, such as `js/schemas.js`.
    ///     Each is made when it is asked for the first time, away from the loops.
    ///   - ageMax: the time after which the folders are checked for changes.
    package init(
        path: String, added: [AddedFolder] = [], made: [String: @Sendable () -> String] = [:],
        ageMax: Duration = .seconds(1), time: any TimeSource = MachineTime()
    ) throws(HubError) {
        self.path = path
        self.added = added
        let makers = made.map { ($0.key.split(separator: "/").map(String.init), $0.value) }
        self.makers = Dictionary(uniqueKeysWithValues: makers)
        self.ageMax = ageMax
        do {
            folder = try ReadOnlyFolder(path: path)
        } catch {
            throw HubError(
                "The folder with the pages, \(path), can't be opened (\(error)). "
                    + "Name it with --public.")
        }
        guard folder.status(["index.html"])?.kind == .file else {
            throw HubError(
                "The folder \(path) does not have the pages: there is no index.html in it. "
                    + "Name the right one with --public.")
        }
        let contents = Self.contents(
            of: folder, at: path, added, known: Contents(), now: time.now)
        try Self.checkPlaces(of: contents)
        self.contents = Locked(contents)
    }

    /// Checks that each place of a page stands where it may.
    private static func checkPlaces(of contents: Contents) throws(HubError) {
        for (pieces, entry) in contents.entries {
            let texts = pieces.dropLast() + ["texts", "en.json"]
            guard pieces == errorPage || contents.entries[Array(texts)] != nil,
                pieces.last?.hasSuffix(".html") == true, let file = entry.file
            else { continue }
            do throws(Template.Fault) {
                _ = try Template(file.bytes)
            } catch {
                throw HubError(
                    "The page \(pieces.joined(separator: "/")) can't be used, because of its place "
                        + "{{\(error.place)}}: \(error.reason).")
            }
        }
    }

    // MARK: Reading the folder

    /// Reads the files that are new or have changed.
    private static func contents(
        of folder: ReadOnlyFolder, at path: String, _ added: [AddedFolder], known: Contents,
        now: Duration
    ) -> Contents {
        var contents = Contents(lookedOverAt: now)
        for pieces in paths(below: path) {
            read(pieces, of: folder, at: pieces, into: &contents, known: known)
        }
        for (index, each) in added.enumerated() {
            for pieces in paths(below: each.place)
            where each.names?.contains(pieces.joined(separator: "/")) ?? true {
                read(
                    pieces, of: each.folder, at: each.path + pieces, added: index,
                    into: &contents, known: known)
            }
        }
        return contents
    }

    private static func paths(below path: String) -> [[String]] {
        let paths = (try? FileManager.default.subpathsOfDirectory(atPath: path)) ?? []
        return paths.sorted().prefix(fileCountMax).map { path in
            path.split(separator: "/").map(String.init)
        }
    }

    /// Reads a file of a folder, if it is new or has changed.
    ///
    /// - Parameter path: the names in the path at which it is served.
    private static func read(
        _ pieces: [String], of folder: ReadOnlyFolder, at path: [String], added: Int? = nil,
        into contents: inout Contents, known: Contents
    ) {
        guard let status = folder.status(pieces), status.kind == .file else { return }
        var entry = Entry(status: status, added: added)
        if let same = known.entries[path], same.status == status, same.added == added {
            entry = same
        } else if status.size <= keptFileBytesMax, contents.keptCount < keptFileCountMax {
            let content = try? folder.read(pieces, bytesMax: keptFileBytesMax)
            guard let content else { return }
            entry.file = File(content.bytes, named: pieces.last ?? "")
        }
        if entry.file != nil { contents.keptCount += 1 }
        contents.entries[path] = entry
    }

    /// Checks the folder for changes if the last check is too old; then calls back on the loop.
    package func whenFresh(on loop: EventLoop, _ done: @escaping () -> Void) {
        let now = loop.now
        guard contents.with({ $0.lookedOverAt }) + ageMax <= now else { return done() }
        let bound = LoopBound(done, on: loop)
        queue.async { [self] in
            lookOver(unlessSince: now, now: loop.time.now)
            loop.execute { bound.value() }
        }
    }

    private func lookOver(unlessSince instant: Duration, now: Duration) {
        let known = contents.with { $0 }
        if known.lookedOverAt >= instant { return }
        let found = Self.contents(of: folder, at: path, added, known: known, now: now)
        contents.with { $0 = found }
    }

    /// Finds a file, or the `index.html` of a folder; `nil` if there is none.
    private func place(_ pieces: [String]) -> (pieces: [String], entry: Entry)? {
        var pieces = pieces
        let isFolderMeant = pieces.last == ""
        if isFolderMeant { pieces.removeLast() }
        return contents.with { contents in
            if !isFolderMeant, let entry = contents.entries[pieces] { return (pieces, entry) }
            pieces.append("index.html")
            return contents.entries[pieces].map { (pieces, $0) }
        }
    }

    /// Returns a file that is kept, or the `index.html` of a folder.
    private func file(_ pieces: [String]) -> File? { place(pieces)?.entry.file }

    /// Returns the page in a folder, in the first of these languages that it exists in; `nil` if it
    /// exists in none.
    ///
    /// - Parameters:
    ///   - folder: the path of the folder, such as `pin` or `boards/orders/menu`.
    ///   - boardTexts: the boards' texts that the page gets.
    ///   - boards: the boards whose events the page describes.
    package func page(
        _ folder: String, in languages: [Language], with boardTexts: BoardTexts? = nil,
        speakingOf boards: [String] = []
    ) -> LocalizedPage? {
        languages.lazy.compactMap { language in
            self.localized(folder, in: language, with: boardTexts, speakingOf: boards)
        }.first
    }

    /// Returns the page in a folder, in this language; `nil` if it does not exist in it.
    private func localized(
        _ folder: String, in language: Language, with boardTexts: BoardTexts?,
        speakingOf boards: [String]
    ) -> LocalizedPage? {
        let catalogue = "\(language.rawValue).json"
        let pieces = folder.split(separator: "/").map(String.init)
        guard let html = file(pieces + ["index.html"]),
            let texts = file(pieces + ["texts", catalogue])
        else { return nil }
        let shared = file(["js", "ui", "texts", catalogue])
        let catalogues = boardTexts?.folders.compactMap { folder in
            file(folder.split(separator: "/").map(String.init) + ["texts", catalogue])
        }
        // English texts come first, so that they remain where the language lacks one.
        let told = boards.map { board in
            (
                board: board,
                files: ["en.json", catalogue].compactMap { file(["boards", board, "texts", $0]) }
            )
        }
        let tags = [html, texts, shared].map { $0?.tag ?? "" }
        let key =
            [folder, language.rawValue] + tags + (catalogues?.map(\.tag) ?? [])
            + told.flatMap { $0.files.map(\.tag) }
        if let known = pages.with({ $0[key] }) { return known }
        var sentences = boardTexts?.sentences(in: catalogues?.map(\.bytes) ?? []) ?? [:]
        for (board, files) in told {
            for (key, sentence) in BoardTexts.ofEvents(in: files.map(\.bytes)) {
                sentences["boards.\(board).\(key)"] = sentence
            }
        }
        let page = LocalizedPage(
            in: language, html: html.bytes, texts: texts.bytes,
            sharedTexts: shared?.bytes ?? Array("{}".utf8),
            boardTexts: sentences)
        pages.with { pages in
            if pages.count >= Self.keptFileCountMax { pages = [:] }
            pages[key] = page
        }
        return page
    }

    /// Returns the languages in which a page exists.
    func languages(of folder: String) -> [Language] {
        let pieces = folder.split(separator: "/").map(String.init)
        return Language.allCases.filter { file(pieces + ["texts", "\($0.rawValue).json"]) != nil }
    }

    /// Whether a board has a module for events that texts alone can't describe.
    func hasEventsModule(of board: String) -> Bool {
        file(["boards", board, "events", "words.js"]) != nil
    }

    /// Returns the texts of a folder by their keys, in the first of these languages that it has.
    func texts(of folder: String, in languages: [Language]) -> [String: JSON] {
        let pieces = folder.split(separator: "/").map(String.init)
        let catalogues = languages.lazy.compactMap { language in
            self.file(pieces + ["texts", "\(language.rawValue).json"])
        }
        return catalogues.first.flatMap { try? JSON(parsing: $0.bytes).members } ?? [:]
    }

    /// Answers a request for a file, on the loop of the request.
    package func answer(_ exchange: Exchange, pieces: [String], on loop: EventLoop) {
        if let make = makers[pieces] {
            return answer(exchange, with: pieces, madeBy: make, on: loop)
        }
        guard let place = startPage(exchange.request, pieces) ?? place(pieces) else {
            return exchange.refuse(.notFound)
        }
        if let file = place.entry.file { return respond(file, to: exchange) }
        let bound = LoopBound(exchange, on: loop)
        queue.async { [self] in
            let content = try? read(place.pieces, added: place.entry.added)
            let file = content.map { File($0.bytes, named: place.pieces.last ?? "") }
            loop.execute { [self] in
                guard let file else { return bound.value.refuse(.notFound) }
                respond(file, to: bound.value)
            }
        }
    }

    private func answer(
        _ exchange: Exchange, with pieces: [String], madeBy make: @escaping @Sendable () -> String,
        on loop: EventLoop
    ) {
        if let file = made.with({ $0[pieces] }) { return respond(file, to: exchange) }
        let bound = LoopBound(exchange, on: loop)
        queue.async { [self] in
            let file =
                made.with { $0[pieces] } ?? File(Array(make().utf8), named: pieces.last ?? "")
            made.with { $0[pieces] = file }
            loop.execute { [self] in respond(file, to: bound.value) }
        }
    }

    /// Reads a file that is not kept.
    private func read(_ pieces: [String], added index: Int?) throws(SystemError) -> FileContent? {
        guard let index else { return try folder.read(pieces, bytesMax: Self.fileBytesMax) }
        let pieces = Array(pieces.dropFirst(added[index].path.count))
        return try added[index].folder.read(pieces, bytesMax: Self.fileBytesMax)
    }

    /// Finds the start page in the reader's language; `nil` for other files, and in English. It is
    /// the only file that people read in several languages.
    private func startPage(
        _ request: Request, _ pieces: [String]
    ) -> (pieces: [String], entry: Entry)? {
        guard pieces == [""] else { return nil }
        return place(["index.\(Language.asked(by: request).rawValue).html"])
    }

    private func respond(_ file: File, to exchange: Exchange) {
        let response = response(file, to: exchange.request)
        guard response.body.count > Self.wholeBytesMax, exchange.request.method != .head else {
            return exchange.respond(response)
        }
        exchange.stream(BytesStream(response.body), fields: response.fields)
    }

    private func response(_ file: File, to request: Request) -> Response {
        let gzip = request.prefersGzip ? self.gzip(of: file) : nil
        // Each representation has a tag of its own (RFC 9110, section 8.8.3.3).
        let tag = gzip == nil ? "\"\(file.tag)\"" : "\"\(file.tag)-gzip\""
        let vary =
            file.type.hasPrefix("text/html")
            ? "Accept-Encoding, Accept-Language" : "Accept-Encoding"
        var fields: HTTPFields = [
            .contentType: file.type, .cacheControl: "no-cache", .vary: vary,
        ]
        if gzip != nil { fields[.contentEncoding] = "gzip" }
        return request.conditional(
            Response(.ok, fields: fields, body: gzip ?? file.bytes), tag: tag)
    }

    private func gzip(of file: File) -> [UInt8]? {
        guard MediaType.isCompressible(file.type) else { return nil }
        if let known = compressed.with({ $0[file.tag] }) { return known }
        guard let bytes = Gzip.compress(file.bytes) else { return nil }
        compressed.with { compressed in
            if compressed.count >= Self.keptFileCountMax { compressed = [:] }
            compressed[file.tag] = bytes
        }
        return bytes
    }

    private static func tag(of bytes: [UInt8]) -> String {
        Digests.hexadecimal(Digests.sha256(bytes).prefix(12))
    }

    // MARK: Problems

    /// The folder of the page that gives advice about problems.
    static let problemFolder = "problem"
    private static let errorPage = ["error.html"]

    /// Returns the answer to a problem: a page for a browser, otherwise a problem document.
    package func answer(to problem: HTTPProblem, for request: Request?) -> Response {
        request?.wantsPage == true ? page(of: problem, for: request) : problem.document
    }

    /// Returns a page about a problem: in the reader's language if there is advice, otherwise in
    /// English.
    package func page(of problem: HTTPProblem, for request: Request?) -> Response {
        guard let page = advisingPage(of: problem, for: request) ?? englishPage(of: problem) else {
            return problem.document
        }
        var response = Response(problem.status, fields: problem.fields, body: page)
        response.fields[.contentType] = "text/html; charset=utf-8"
        response.fields[.cacheControl] = "no-store"
        response.fields[.vary] = "Accept, Accept-Language"
        return response
    }

    private func advisingPage(of problem: HTTPProblem, for request: Request?) -> [UInt8]? {
        guard let advice = problem.advice,
            let page = page(Self.problemFolder, in: [.asked(by: request)]),
            let words = page.template.row(advice.rawValue)
        else { return nil }
        return page.template.filled([
            "words": .html(words.filled(["command": .text(problem.command)])),
            "language": .text(page.language.rawValue), "status": .text("\(problem.status.code)"),
        ])
    }

    private func englishPage(of problem: HTTPProblem) -> [UInt8]? {
        let template = file(Self.errorPage).flatMap { try? Template($0.bytes) }
        return template?.filled([
            "status": .text("\(problem.status.code)"),
            "title": .text(problem.title),
            "message": .html(Self.withCommandsMarked(Template.escaped(problem.detail))),
        ])
    }

    /// Marks up the commands that stand between grave accents in a problem's text.
    private static func withCommandsMarked(_ html: String) -> [UInt8] {
        let pieces = html.split(separator: "`", omittingEmptySubsequences: false)
        return pieces.enumerated()
            .flatMap {
                ($0.offset % 2 == 1 ? "<code>\($0.element)</code>" : String($0.element)).utf8
            }
    }
}
