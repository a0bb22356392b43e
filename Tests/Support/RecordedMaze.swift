import Foundation
public import JSON
import Locks

/// The maze API recorded in a file below `Tests/Vectors/recorded-mazes`, including its faults.
public struct RecordedMaze: Sendable {
    public enum Subject: Sendable {
        case start
        case room(String)
        case lock(String)
    }

    /// The file, which also has the expected results.
    public let file: JSON
    private var counts: [String: Int] = [:]

    /// - Parameter name: The file's name, without `.json`.
    public init(_ name: String) throws { file = try VectorFile.load("recorded-mazes/\(name)") }

    /// Returns the answer, and its delay in milliseconds.
    public mutating func answer(
        to subject: Subject
    ) -> (status: Int, body: [UInt8], milliseconds: Int) {
        let (name, page): (String, JSON?) =
            switch subject {
            case .start: ("start", file["start"])
            case .room(let id): (id, file["rooms"]?[id])
            case .lock(let lock): (lock, file["locks"]?[lock].map { ["room": $0] })
            }
        let fault = file["faults"]?[name]
        counts[name, default: 0] += 1
        let milliseconds = fault?["delay_ms"]?.integer ?? 10
        if let status = fault?["status"]?.integer,
            counts[name, default: 0] <= fault?["times"]?.integer ?? .max
        {
            return (status, [], milliseconds)
        }
        if let raw = fault?["raw"]?.text { return (200, Array(raw.utf8), milliseconds) }
        guard let page else { return (401, [], milliseconds) }
        return (200, page.canonical, milliseconds)
    }
}

extension TestServer {
    /// Serves a maze over HTTP, ten times as fast as recorded.
    ///
    /// - Parameter answer: Answers some of the requests. Returns whether the connection stays open,
    ///   or `nil` for a request to answer from the file.
    public convenience init(
        serving maze: RecordedMaze,
        unless answer: @escaping @Sendable (Request, Peer) -> Bool? = { _, _ in nil }
    ) {
        let maze = Locked(maze)
        self.init { request, peer in
            if let isOpen = answer(request, peer) { return isOpen }
            guard let subject = Self.subject(of: request) else { return peer.answer(404) }
            let (status, body, milliseconds) = maze.with { $0.answer(to: subject) }
            usleep(UInt32(milliseconds) * 100)
            return peer.answer(status, body: body)
        }
    }

    private static func subject(of request: Request) -> RecordedMaze.Subject? {
        let place = request.target.prefix { $0 != "?" }.split(separator: "/")
        switch (request.method, place.last) {
        case ("GET", "start"): return .start
        case ("POST", "unlock"):
            return (try? JSON(parsing: request.body))?["lock"]?.text.map { .lock($0) }
        case ("GET", let id?) where place.dropLast().last == "rooms":
            return id.removingPercentEncoding.map { .room($0) }
        default: return nil
        }
    }
}
