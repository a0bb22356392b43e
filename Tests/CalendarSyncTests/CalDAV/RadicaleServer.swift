import Destinations
import Foundation
import Glibc
import HTTPTypes
import Outgoing
import TestSupport
import Testing

/// A process of Radicale, a third-party CalDAV server, with its own folder.
final class RadicaleServer {
    static let user = "ada"
    static let password = "pässword & more"

    let folder: URL
    /// The port, which a restart keeps.
    private let port: Int
    private var process: Process?
    /// A pipe whose closing ends the server, so that it ends with the tests.
    private var life: Pipe?

    /// Starts the server with a calendar `work` and a task list.
    init() throws {
        folder = FileManager.default.temporaryDirectory
            .appending(path: "tablecast-radicale-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try "\(Self.user):\(Self.password)\n".write(
            to: folder.appending(path: "users"), atomically: true, encoding: .utf8)
        port = try Self.freePort()
        try start()
        try make("work", "Work", "VEVENT")
        try make("tasks", "Tasks", "VTODO")
    }

    deinit {
        kill()
        try? FileManager.default.removeItem(at: folder)
    }

    var address: String { "http://127.0.0.1:\(port)" }

    /// Starts the server and waits until it listens.
    func start() throws {
        let config = """
            [server]
            hosts = 127.0.0.1:\(port)
            [auth]
            type = htpasswd
            htpasswd_filename = \(folder.path)/users
            htpasswd_encryption = plain
            delay = 0
            [storage]
            filesystem_folder = \(folder.path)/collections
            """
        try config.write(
            to: folder.appending(path: "config"), atomically: true, encoding: .utf8)
        let log = folder.appending(path: "log")
        try Data().write(to: log)
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = [
            "-c", #""$0" -m radicale -C "$1" & read line; kill -9 $!"#, Self.python,
            folder.appending(path: "config").path,
        ]
        let life = Pipe()
        process.standardInput = life
        process.standardOutput = FileHandle.nullDevice
        process.standardError = try FileHandle(forWritingTo: log)
        try process.start()
        self.process = process
        self.life = life
        try waitUntilReady(log)
    }

    /// Kills the server without a chance to clean up.
    func kill() {
        try? life?.fileHandleForWriting.close()
        process?.waitForEnd()
        (process, life) = (nil, nil)
    }

    /// The Python interpreter that `bin/setup --tests` installs.
    private static var python: String {
        var root = URL(filePath: #filePath)
        for _ in 0..<4 { root.deleteLastPathComponent() }
        return root.appending(path: ".build-tools/venv/bin/python").path
    }

    private func waitUntilReady(_ log: URL) throws {
        for _ in 0..<600 {
            let text = text(of: log)
            if text.contains("Radicale server ready") { return }
            if text.contains("CRITICAL") || process?.isRunning != true { break }
            Thread.sleep(forTimeInterval: 0.05)
        }
        throw Failure(log: text(of: log))
    }

    /// Returns the log so far. `String(contentsOf:)` leaks if the file is empty.
    private func text(of log: URL) -> String {
        let bytes = try? FileHandle(forReadingFrom: log).readToEnd()
        return String(decoding: bytes ?? Data(), as: UTF8.self)
    }

    /// Returns a free port, because Radicale can't choose one.
    private static func freePort() throws -> Int {
        let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(socket) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                bind(socket, pointer, size) == 0 ? getsockname(socket, pointer, &size) : -1
            }
        }
        guard result == 0 else { throw Failure(log: "no port is free") }
        return Int(UInt16(bigEndian: address.sin_port))
    }

    struct Failure: Error { let log: String }

    // MARK: Other clients

    @discardableResult
    func send(
        _ method: String, _ path: String, _ body: String = "", fields: HTTPFields = [:]
    ) throws -> OutgoingAnswer {
        let login = Data("\(Self.user):\(Self.password)".utf8).base64EncodedString()
        var fields = fields
        fields[.authorization] = "Basic " + login
        let request = OutgoingRequest(
            try #require(HTTPRequest.Method(method)), try Destination(address + path),
            fields: fields, body: Array(body.utf8))
        return try OutgoingClient(allowsLocal: true).send(request)
    }

    private func make(_ name: String, _ title: String, _ component: String) throws {
        let body = """
            <c:mkcalendar xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav"><d:set><d:prop>
            <d:displayname>\(title)</d:displayname><c:supported-calendar-component-set>
            <c:comp name="\(component)"/></c:supported-calendar-component-set>
            </d:prop></d:set></c:mkcalendar>
            """
        let status = try send("MKCALENDAR", "/\(Self.user)/\(name)/", body).status
        expectEqual(status, 201)
    }
}
