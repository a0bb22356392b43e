import Foundation
import HTTPTypes
import JSON
import Sync
import Transport

/// The folder `Public`: static files as they stand, with entity tags and gzip, and no way out of it.
///
/// A file is read again when it has changed on the disk, so a page can be worked on while the hub
/// runs.
final class PublicFiles: Sendable {
    struct File: Sendable {
        var bytes: [UInt8]
        var gzip: [UInt8]?
        var type: String
        var tag: String
        /// Of what is HTML.
        fileprivate var template: Template?
        fileprivate var status: FileStatus
    }

    /// Of all that was served when the hub began. A page says by it which one it is, so that one sees
    /// which screens still show an old one.
    let version: String

    private let folder: ReadOnlyFolder
    private let cache = Locked<[[String]: File]>([:])
    /// By name, language, and the tags of what they were made of.
    private let pages = Locked<[[String]: LocalizedPage]>([:])

    private static let fileBytesMax = 256 * 1_048_576
    /// Longer answers are sent piece by piece.
    private static let wholeBytesMax = 1_048_576
    private static let cachedFileBytesMax = 1_048_576
    private static let cachedFileCountMax = 1_000

    /// - Parameter path: a folder with the pages.
    init(path: String) throws(HubError) {
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
        version = Self.version(of: folder, at: path)
    }

    private static let versionedFileCountMax = 10_000

    /// Ten hex digits of what the files say, and of where they lie. What is too long to be a page or
    /// a part of one counts by its length.
    private static func version(of folder: ReadOnlyFolder, at path: String) -> String {
        var digest = ""
        let paths = (try? FileManager.default.subpathsOfDirectory(atPath: path)) ?? []
        for path in paths.sorted().prefix(versionedFileCountMax) {
            let pieces = path.split(separator: "/").map(String.init)
            guard let status = folder.status(pieces), status.kind == .file else { continue }
            let content = try? folder.read(pieces, bytesMax: cachedFileBytesMax)
            digest += "\(path) \(content.map { tag(of: $0.bytes) } ?? String(status.size))\n"
        }
        return String(tag(of: Array(digest.utf8)).prefix(10))
    }

    /// A file, or a folder's `index.html`; `nil` when there is no such thing.
    func file(_ pieces: [String]) -> File? {
        var pieces = pieces
        let isFolderMeant = pieces.last == ""
        if isFolderMeant { pieces.removeLast() }
        if pieces.isEmpty || folder.status(pieces)?.kind == .folder {
            pieces.append("index.html")
        } else if isFolderMeant {
            return nil
        }
        guard let status = folder.status(pieces), status.kind == .file else { return nil }
        if let cached = cache.with({ $0[pieces] }), cached.status == status { return cached }
        guard
            let content = try? folder.read(pieces, bytesMax: Self.fileBytesMax)
        else { return nil }
        let type = MediaType.of(pieces.last ?? "")
        let file = File(
            bytes: content.bytes,
            gzip: MediaType.isCompressible(type) ? Gzip.compress(content.bytes) : nil,
            type: type, tag: Self.tag(of: content.bytes),
            template: type.hasPrefix("text/html")
                ? Template(String(decoding: content.bytes, as: UTF8.self)) : nil,
            status: status)
        if content.bytes.count <= Self.cachedFileBytesMax {
            cache.with { cache in
                if cache.count >= Self.cachedFileCountMax { cache = [:] }
                cache[pieces] = file
            }
        }
        return file
    }

    /// A page of which parts are filled in.
    func template(_ pieces: [String]) -> Template? { file(pieces)?.template }

    /// The page `name` in this language; `nil` when it is not written in it.
    func page(_ name: String, in language: Language) -> LocalizedPage? {
        guard let html = file([name, "index.html"]),
            let texts = file([name, "texts", "\(language.rawValue).json"])
        else { return nil }
        let key = [name, language.rawValue, html.tag, texts.tag]
        if let known = pages.with({ $0[key] }) { return known }
        let page = LocalizedPage(in: language, html: html.bytes, texts: texts.bytes)
        pages.with { pages in
            if pages.count >= Self.cachedFileCountMax { pages = [:] }
            pages[key] = page
        }
        return page
    }

    func answer(_ exchange: Exchange, pieces: [String]) {
        guard let file = file(pieces) else { return exchange.refuse(.notFound) }
        let response = Self.response(file, to: exchange.request)
        guard response.body.count > Self.wholeBytesMax, exchange.request.method != .head else {
            return exchange.respond(response)
        }
        exchange.stream(BytesStream(response.body), fields: response.fields)
    }

    private static func response(_ file: File, to request: Request) -> Response {
        let gzip = request.acceptsGzip ? file.gzip : nil
        // Each representation has a tag of its own (RFC 9110, section 8.8.3.3).
        let tag = gzip == nil ? "\"\(file.tag)\"" : "\"\(file.tag)-gzip\""
        var fields: HTTPFields = [
            .eTag: tag, .cacheControl: "no-cache", .vary: "Accept-Encoding",
        ]
        let status = request.status(forTag: tag)
        guard status == .ok else { return Response(status, fields: fields) }
        fields[.contentType] = file.type
        if gzip != nil { fields[.contentEncoding] = "gzip" }
        return Response(.ok, fields: fields, body: gzip ?? file.bytes)
    }

    private static func tag(of bytes: [UInt8]) -> String {
        Digests.hexadecimal(Digests.sha256(bytes).prefix(12))
    }

    // MARK: Problems

    /// What is wrong, as a page for a person's browser and as a problem document for the rest.
    func answer(to problem: Problem, for request: Request?) -> Response {
        request?.wantsPage == true ? page(of: problem) : problem.document
    }

    /// What is wrong, for a person.
    func page(of problem: Problem) -> Response {
        guard let template = template(["error.html"]) else { return problem.document }
        let page = template.filled([
            "status": "\(problem.status.code)",
            "title": Template.escaped(problem.title),
            "message": Self.withCommandsMarked(Template.escaped(problem.detail)),
        ])
        var response = Response(problem.status, fields: problem.fields, body: page)
        response.fields[.contentType] = "text/html; charset=utf-8"
        response.fields[.cacheControl] = "no-store"
        return response
    }

    /// A command stands between grave accents in a problem's text, and in type of its own here.
    private static func withCommandsMarked(_ text: String) -> String {
        text.split(separator: "`", omittingEmptySubsequences: false).enumerated()
            .map { $0.offset % 2 == 1 ? "<code>\($0.element)</code>" : String($0.element) }
            .joined()
    }
}
