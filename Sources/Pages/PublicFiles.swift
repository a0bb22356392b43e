import BoardKit
import CPlatform
import Credentials
import Dispatch
import Foundation
package import Gateway
import Glibc
import HTTPTypes
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

    /// An additional folder. Its files are served below a path of their own.
    package struct AddedFolder: Sendable {
        /// The path's first names, below which its files are served.
        let path: [String]
        let folder: ReadOnlyFolder
        /// Its place on the disk.
        let place: String
        /// The only files that are served; `nil` for all.
        var names: Set<String>?
    }

    /// A file of a folder, kept in memory or not.
    private struct Entry: Sendable {
        var status: FileStatus
        /// The index of the added folder that contains it; `nil` for the folder with the pages.
        var added: Int?
        /// `nil` if the file is too large to be kept.
        var file: File?
    }

    private struct Contents: Sendable {
        var entries: [[String]: Entry] = [:]
        /// The version of the scripts and styles, which is part of their addresses.
        var version = ""
        var keptCount = 0
        /// When the last check for changes began, by the loops' clock.
        var lookedOverAt = Duration.zero
    }

    private let path: String
    private let folder: ReadOnlyFolder
    private let added: [AddedFolder]
    private let contents: Locked<Contents>
    private let makers: [[String]: @Sendable () -> String]
    /// The generated files.
    private let made = Locked<[[String]: File]>([:])
    /// The maximum age of the knowledge about the folder when a file is requested.
    private let ageMax: Duration
    private let queue = DispatchQueue(label: "tablecast.pages")
    /// The texts of pages, by folder, language, and the tags of their files.
    let pageTexts = Locked<[[String]: PageTexts]>([:])
    /// The pages whose addresses contain a version, by tag and version; and the scripts and styles
    /// without comments, by tag.
    private let stamped = Locked<[[String]: File]>([:])
    /// The compressed files, by tag.
    private let compressed = Locked<[String: [UInt8]]>([:])

    private static let fileBytesMax = 256 * 1_048_576
    /// The size above which answers are sent piece by piece.
    private static let wholeBytesMax = 1_048_576
    private static let keptFileBytesMax = 1_048_576
    static let keptFileCountMax = 1_000
    private static let fileCountMax = 10_000
    /// The first part of addresses with a version.
    package static let versionRoot = "v"
    static let pageName = "index.html"

    /// - Parameters:
    ///   - path: the path of the folder.
    ///   - added: additional folders.
    ///   - made: texts that are served besides the files, by their paths, such as `js/boards.d.ts`.
    ///     Each is generated at its first request, away from the loops.
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
        self.contents = Locked(contents)
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
        contents.version = version(of: contents)
        return contents
    }

    private static func version(of contents: Contents) -> String {
        let files = contents.entries.filter { isVersioned($0.key) }
        let lines = files.map { "\($0.key.joined(separator: "/")) \($0.value.file?.tag ?? "")" }
        return tag(of: Array(lines.sorted().joined(separator: "\n").utf8))
    }

    /// Whether a file is a script, a style, or a file that these load by a relative address: a file
    /// that can be served below the version.
    private static func isVersioned(_ pieces: [String]) -> Bool {
        pieces.last.map { !$0.hasSuffix(".html") } ?? false
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

    /// Finds a file, or the `index.html` of a folder; `nil` if it does not exist.
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
    func file(_ pieces: [String]) -> File? { place(pieces)?.entry.file }

    /// Answers a request for a file, on the loop of the request.
    ///
    /// - Parameter version: the version in the address; `nil` if it has none. Only files of the
    ///   present version exist, so a page never mixes the files of two versions.
    package func answer(
        _ exchange: Exchange, pieces: [String], version: String? = nil, on loop: EventLoop
    ) {
        if let make = makers[pieces] {
            return answer(exchange, with: pieces, madeBy: make, on: loop)
        }
        guard version == nil || isPresent(version, of: pieces),
            let place = place(pieces)
        else { return exchange.refuse(.notFound) }
        let caching = version == nil ? Caching.asking : .forGood
        if let file = place.entry.file {
            let isLoaded = version != nil && place.entry.added == nil
            return respond(isLoaded ? bare(file) : stamped(file), caching, to: exchange)
        }
        let bound = LoopBound(exchange, on: loop)
        queue.async { [self] in
            let content = try? read(place.pieces, added: place.entry.added)
            let file = content.map { File($0.bytes, named: place.pieces.last ?? "") }
            loop.execute { [self] in
                guard let file else { return bound.value.refuse(.notFound) }
                respond(file, caching, to: bound.value)
            }
        }
    }

    private func isPresent(_ version: String?, of pieces: [String]) -> Bool {
        Self.isVersioned(pieces) && contents.with { $0.version } == version
    }

    private func answer(
        _ exchange: Exchange, with pieces: [String], madeBy make: @escaping @Sendable () -> String,
        on loop: EventLoop
    ) {
        if let file = made.with({ $0[pieces] }) { return respond(file, .asking, to: exchange) }
        let bound = LoopBound(exchange, on: loop)
        queue.async { [self] in
            let file =
                made.with { $0[pieces] } ?? File(Array(make().utf8), named: pieces.last ?? "")
            made.with { $0[pieces] = file }
            loop.execute { [self] in respond(file, .asking, to: bound.value) }
        }
    }

    /// Reads a file that is not kept.
    private func read(_ pieces: [String], added index: Int?) throws(SystemError) -> FileContent? {
        guard let index else { return try folder.read(pieces, bytesMax: Self.fileBytesMax) }
        let pieces = Array(pieces.dropFirst(added[index].path.count))
        return try added[index].folder.read(pieces, bytesMax: Self.fileBytesMax)
    }

    private func respond(_ file: File, _ caching: Caching, to exchange: Exchange) {
        let (response, tag) = representation(of: file, caching, to: exchange.request)
        let answer = exchange.request.conditional(response, tag: tag)
        guard answer.body.count > Self.wholeBytesMax, exchange.request.method != .head else {
            return exchange.respond(answer)
        }
        exchange.stream(BytesStream(answer.body), fields: answer.fields)
    }

    /// The caching of a file by browsers.
    enum Caching: String {
        /// It asks each time whether there is a new version.
        case asking = "no-cache"
        /// The same, and shared caches store no copy.
        case askingAlone = "private, no-cache"
        /// The address contains the version.
        case forGood = "public, max-age=31536000, immutable"
        case never = "no-store"
    }

    func representation(
        of file: File, _ caching: Caching, to request: Request
    ) -> (response: Response, tag: String) {
        let gzip = request.prefersGzip ? self.gzip(of: file) : nil
        // Each representation has its own tag (RFC 9110, section 8.8.3.3).
        let tag = gzip == nil ? "\"\(file.tag)\"" : "\"\(file.tag)-gzip\""
        let vary =
            file.type.hasPrefix("text/html")
            ? "Accept-Encoding, Accept-Language" : "Accept-Encoding"
        var fields: HTTPFields = [
            .contentType: file.type, .cacheControl: caching.rawValue, .vary: vary,
        ]
        if gzip != nil { fields[.contentEncoding] = "gzip" }
        return (Response(.ok, fields: fields, body: gzip ?? file.bytes), tag)
    }

    /// Returns a page with the version in the addresses of its scripts and styles, so that these
    /// are loaded once and kept. Their own imports are relative, so they have the version, too.
    func stamped(_ file: File) -> File {
        guard file.type.hasPrefix("text/html") else { return file }
        let version = contents.with { $0.version }
        return remade(file, [file.tag, version]) { bytes in
            let html = String(decoding: bytes, as: UTF8.self)
                .replacing(/(src|href)="(\/[^"]+\.(?:js|css))"/) { match in
                    "\(match.1)=\"/\(Self.versionRoot)/\(version)\(match.2)\""
                }
            return Array(html.utf8)
        }
    }

    /// Returns a script or style as pages load it: without comments, which are a third of its size.
    /// The address without a version serves the complete source.
    private func bare(_ file: File) -> File {
        guard file.type.hasPrefix("text/javascript") || file.type.hasPrefix("text/css") else {
            return file
        }
        return remade(file, [file.tag], Self.withoutComments)
    }

    /// Empties the lines that are comments; the others keep their numbers. Comments after code
    /// stay. No multi-line text may contain a line that looks like a comment; a test checks that.
    private static func withoutComments(_ source: [UInt8]) -> [UInt8] {
        let lines = source.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        var isInside = false
        let left = lines.map { line -> ArraySlice<UInt8> in
            let text = line.drop { $0 == UInt8(ascii: " ") }
            let isEnd = text.suffix(2).elementsEqual("*/".utf8)
            if isInside {
                isInside = !isEnd
                return []
            }
            let isBlock = text.starts(with: "/*".utf8)
            isInside = isBlock && text.firstRange(of: Array("*/".utf8)) == nil
            return isInside || isBlock && isEnd || text.starts(with: "//".utf8) ? [] : line
        }
        return Array(left.joined(separator: CollectionOfOne(UInt8(ascii: "\n"))))
    }

    private func remade(_ file: File, _ key: [String], _ make: ([UInt8]) -> [UInt8]) -> File {
        if let known = stamped.with({ $0[key] }) { return known }
        var result = file
        result.bytes = make(file.bytes)
        result.tag = Self.tag(of: result.bytes)
        stamped.with { known in
            if known.count >= Self.keptFileCountMax { known = [:] }
            known[key] = result
        }
        return result
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

    static func tag(of bytes: [UInt8]) -> String {
        Digests.hexadecimal(Digests.sha256(bytes).prefix(12))
    }
}

/// Compresses data with gzip (RFC 1952).
enum Gzip {
    /// Returns the compressed bytes; `nil` if compression does not make them fewer.
    static func compress(_ bytes: [UInt8]) -> [UInt8]? {
        var count = 0
        guard let compressed = platform_gzip(bytes, bytes.count, &count) else { return nil }
        defer { free(compressed) }
        guard count < bytes.count else { return nil }
        return Array(UnsafeBufferPointer(start: compressed, count: count))
    }
}
