import CPostgres
import Foundation
import Glibc
import Locks

/// A PostgreSQL server on this machine, in a folder that goes with it. It ends with this process,
/// however that ends.
public final class PostgresServer: Sendable {
    private static let common = Locked<Result<PostgresServer, any Error>?>(nil)

    /// The server that all tests of this process share.
    public static func shared() throws -> PostgresServer {
        try common.with { common in
            let server = common ?? Result { try PostgresServer() }
            common = server
            return server
        }.get()
    }

    public let port: Int
    private let commands: FileHandle
    private let answers: FileHandle
    private let turn = Locked(())

    /// Starts a server on a free port of this machine.
    public init(settings: [String] = []) throws {
        port = try Self.freePort()
        let input = Pipe()
        let output = Pipe()
        // No other process that the tests start may keep the server alive.
        for handle in [input.fileHandleForWriting, output.fileHandleForReading] {
            _ = fcntl(handle.fileDescriptor, F_SETFD, FD_CLOEXEC)
        }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", Self.script, "postgres-for-tests", "\(port)"] + settings
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        commands = input.fileHandleForWriting
        answers = output.fileHandleForReading
        try awaitAnswer()
    }

    /// The address of the database of the server's superuser.
    public var address: String { "postgres://tablecast@127.0.0.1:\(port)/postgres" }

    /// Makes an empty schema, and returns the address with it.
    ///
    /// - Parameter port: the port of a proxy.
    public func makeSchema(through port: Int? = nil) throws -> String {
        let name = "s" + UUID().uuidString.replacing("-", with: "").lowercased()
        try run("CREATE SCHEMA \(name)")
        let address = address + "?options=-csearch_path%3D\(name)"
        return port.map { address.replacing(":\(self.port)/", with: ":\($0)/") } ?? address
    }

    /// Runs a statement as the superuser, and returns the first value of its result.
    @discardableResult
    public func run(_ statement: String, at address: String? = nil) throws -> String {
        let connection = PQconnectdb(address ?? self.address)
        defer { PQfinish(connection) }
        postgres_ignore_notices(connection)
        let result = PQexec(connection, statement)
        defer { PQclear(result) }
        guard [PGRES_COMMAND_OK, PGRES_TUPLES_OK].contains(PQresultStatus(result)) else {
            throw Failure(what: statement + ": " + String(cString: PQerrorMessage(connection)))
        }
        return PQgetvalue(result, 0, 0).map { String(cString: $0) } ?? ""
    }

    /// Ends the server as a power cut would, and starts it again.
    public func crash() throws { try order("crash") }

    /// Has all processes of the server stand still, or go on.
    public func pause() throws { try order("pause") }
    public func resume() throws { try order("resume") }

    private func order(_ command: String) throws {
        try turn.with { _ in
            try commands.write(contentsOf: Data((command + "\n").utf8))
            try awaitAnswer()
        }
    }

    private func awaitAnswer() throws {
        var line = ""
        while !line.hasSuffix("\n") {
            let data = answers.readData(ofLength: 1)
            guard !data.isEmpty else { throw Failure(what: line) }
            line += String(decoding: data, as: UTF8.self)
        }
        guard line == "done\n" else { throw Failure(what: line) }
    }

    public struct Failure: Error, CustomStringConvertible {
        let what: String

        public var description: String { "The PostgreSQL of the tests: \(what)" }
    }

    private static let programs =
        ProcessInfo.processInfo.environment["POSTGRES_PROGRAMS"] ?? "/usr/lib/postgresql/15/bin"

    /// Runs the server until standard input is closed. As root, it takes the user that Debian's
    /// package makes, because PostgreSQL refuses to run as root.
    private static let script = #"""
        port=$1; shift
        PATH=\#(programs):$PATH
        folder=$(mktemp -d)
        settings="-c listen_addresses=127.0.0.1 -c port=$port -c unix_socket_directories= -c max_connections=200"
        for setting; do settings="$settings -c $setting"; done
        if [ "$(id -u)" = 0 ]; then
            as="setpriv --reuid=postgres --regid=postgres --clear-groups"; chown postgres "$folder"
        fi
        cd "$folder"
        $as initdb --pgdata=data --auth=trust --username=tablecast --encoding=UTF8 --locale=C.UTF-8 \
            --no-sync > initdb.log 2>&1 || { cat initdb.log; exit 1; }
        start() {
            $as postgres -D data $settings < /dev/null > postgres.log 2>&1 &
            server=$!
            for attempt in $(seq 400); do
                pg_isready --quiet --host=127.0.0.1 --port=$port && { echo done; return; }
                kill -0 $server 2> /dev/null || break
                sleep 0.05
            done
            tail -n 3 postgres.log | tr '\n' ' '; echo
        }
        start
        while read -r command; do
            case $command in
            crash) kill -QUIT $server; wait $server 2> /dev/null; start ;;
            pause) kill -STOP $server $(pgrep -P $server); echo done ;;
            resume) kill -CONT $server $(pgrep -P $server); echo done ;;
            esac
        done
        kill -CONT $server $(pgrep -P $server) 2> /dev/null
        kill -QUIT $server; wait $server 2> /dev/null
        cd /; rm -rf "$folder"
        """#

    private static func freePort() throws -> Int {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = loopback(0)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, length) == 0 && getsockname(descriptor, $0, &length) == 0
            }
        }
        guard isBound else { throw Failure(what: "there is no free port") }
        return Int(UInt16(bigEndian: address.sin_port))
    }
}
