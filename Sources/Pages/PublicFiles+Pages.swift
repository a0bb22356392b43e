import BoardKit
package import Gateway
package import HTTPTypes
import JSON
import Locks

/// The pages, which are files of the folder, and their texts.
extension PublicFiles {
    /// Returns the response with the page in a folder for somebody who may open it; `nil` if there
    /// is no such page.
    ///
    /// - Parameters:
    ///   - isKept: whether the browser may store it.
    ///   - imageOrigins: other origins of the page's images. If these change, the browser's stored
    ///     copy is not reused.
    package func page(
        _ folder: String, isKept: Bool = true, imageOrigins: [String] = [], to request: Request
    ) -> Response? {
        let caching = isKept ? Caching.askingAlone : .never
        guard var (response, tag) = page(folder, caching, to: request) else { return nil }
        if !imageOrigins.isEmpty {
            response.imageOrigins = imageOrigins
            let own = Self.tag(of: Array(imageOrigins.joined(separator: " ").utf8))
            tag = "\(tag.dropLast())-\(own)\""
        }
        return isKept ? request.conditional(response, tag: tag) : response
    }

    /// Returns the response with the page in a folder instead of the requested one; `nil` if the
    /// page does not exist.
    package func page(
        _ folder: String, status: HTTPResponse.Status, fields: HTTPFields, to request: Request?
    ) -> Response? {
        guard let request else {
            guard let file = pageFile(folder) else { return nil }
            let fields: HTTPFields = [.contentType: file.type, .cacheControl: "no-store"]
            return Response(status, fields: fields, body: file.bytes)
        }
        guard var (response, _) = page(folder, .never, to: request) else { return nil }
        response.status = status
        for field in fields { response.fields.append(field) }
        return response
    }

    private func page(
        _ folder: String, _ caching: Caching, to request: Request
    ) -> (response: Response, tag: String)? {
        pageFile(folder).map { representation(of: $0, caching, to: request) }
    }

    private func pageFile(_ folder: String) -> File? {
        file(folder.split(separator: "/").map(String.init) + [Self.pageName]).map(stamped)
    }

    /// Returns the texts of the page in a folder, in the first of these languages in which it
    /// exists; `nil` if it exists in none.
    ///
    /// - Parameter folder: the path of the folder, such as `pin` or `boards/orders/menu`.
    func texts(
        of folder: String, in languages: [Language], _ sources: TextSources = TextSources()
    ) -> PageTexts? {
        languages.lazy.compactMap { self.texts(of: folder, in: $0, sources) }.first
    }

    /// Returns the texts of the page in a folder, in this language; `nil` if they do not exist.
    private func texts(
        of folder: String, in language: Language, _ sources: TextSources
    ) -> PageTexts? {
        let catalogue = "\(language.rawValue).json"
        func texts(of folder: String, _ name: String = catalogue) -> File? {
            file(folder.split(separator: "/").map(String.init) + ["texts", name])
        }
        guard let own = texts(of: folder) else { return nil }
        let shared = sources.isShared ? texts(of: "js/ui") : nil
        let catalogues = sources.boardTexts?.folders.compactMap { texts(of: $0) } ?? []
        // English texts come first, so that they remain where the language lacks one.
        let told = sources.boards.map { board in
            (
                board: board,
                files: ["en.json", catalogue].compactMap { texts(of: "boards/\(board)", $0) }
            )
        }
        let files = [shared, own].compactMap(\.self) + catalogues + told.flatMap(\.files)
        let key = [folder, language.rawValue] + files.map(\.tag)
        if let known = pageTexts.with({ $0[key] }) { return known }
        var sentences = shared.map(Self.sentences) ?? [:]
        if let boardTexts = sources.boardTexts {
            sentences.merge(boardTexts.sentences(in: catalogues.map(\.bytes))) { _, new in new }
        }
        for (board, files) in told {
            for (key, sentence) in BoardTexts.ofEvents(in: files.map(\.bytes)) {
                sentences["boards.\(board).\(key)"] = sentence
            }
        }
        sentences.merge(Self.sentences(in: own)) { _, own in own }
        let result = PageTexts(language: language, json: JSON.object(sentences).canonical)
        pageTexts.with { known in
            if known.count >= Self.keptFileCountMax { known = [:] }
            known[key] = result
        }
        return result
    }

    private static func sentences(in file: File) -> [String: JSON] {
        (try? JSON(parsing: file.bytes).members) ?? [:]
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

    // MARK: Problems

    /// The folder of the page about problems.
    static let problemFolder = "problem"

    /// Returns the response to a problem: a page for a browser, otherwise a problem document.
    package func answer(to problem: HTTPProblem, for request: Request?) -> Response {
        if request?.wantsPage == true { return page(of: problem, for: request) }
        return request?.wantsAdvice == true
            ? document(of: problem, for: request) : problem.document
    }

    /// Returns a page about a problem. The page requests the problem document at its own address.
    package func page(of problem: HTTPProblem, for request: Request?) -> Response {
        page(Self.problemFolder, status: problem.status, fields: problem.fields, to: request)
            ?? problem.document
    }

    /// Returns the problem document with the additional data of its page: the advice, and the
    /// page's texts in the reader's language.
    private func document(of problem: HTTPProblem, for request: Request?) -> Response {
        let language = Language.asked(by: request)
        guard let texts = texts(of: Self.problemFolder, in: [language, .english]),
            let sentences = try? JSON(parsing: texts.json)
        else { return problem.document }
        var problem = problem
        problem.members["language"] = .string(texts.language.rawValue)
        problem.members["texts"] = sentences
        problem.members["advice"] = (problem.advice?.rawValue).map(JSON.string)
        problem.members["command"] = .string(problem.command)
        return problem.document
    }
}

extension Request {
    /// Whether the page about a problem sends the request. Other programs do not accept this type.
    fileprivate var wantsAdvice: Bool {
        fields[.accept]?.contains("application/problem+json") == true
    }
}
