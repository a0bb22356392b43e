import CPostgres
import Glibc
import Time

/// One connection. Each call waits for an answer, but no longer than `patience`; then the connection
/// is lost, and so is it after any failure of the network.
///
/// `@unchecked Sendable`: its owner has one thread use it at a time.
final class PostgresConnection: @unchecked Sendable {
    private let handle: OpaquePointer
    private let patience: Duration
    /// The names of the prepared statements, by their texts.
    private var prepared: [String: String] = [:]
    private var preparedCount = 0

    init(
        _ address: PostgresAddress, name: String, patience: Duration = .seconds(20)
    ) throws(PostgresError) {
        guard let handle = address.connect(as: name) else { throw .lost("there is no memory") }
        self.handle = handle
        self.patience = patience
        guard PQstatus(handle) == CONNECTION_OK, PQsetnonblocking(handle, 1) == 0,
            PQenterPipelineMode(handle) == 1
        else { throw .lost(Self.message(of: handle)) }
        postgres_ignore_notices(handle)
        // A server that loses this client in a transaction frees its locks soon.
        try query(
            """
            SELECT set_config('idle_in_transaction_session_timeout', '10s', false),
                set_config('default_transaction_isolation', 'read committed', false)
            """)
    }

    deinit { PQfinish(handle) }

    /// Whether the connection still stands, as far as this machine knows.
    var isUsable: Bool {
        guard PQstatus(handle) == CONNECTION_OK, PQtransactionStatus(handle) == PQTRANS_IDLE else {
            return false
        }
        var waiting = pollfd(fd: PQsocket(handle), events: Int16(POLLIN), revents: 0)
        guard poll(&waiting, 1, 0) == 0 else {
            return PQconsumeInput(handle) == 1 && PQstatus(handle) == CONNECTION_OK
        }
        return true
    }

    /// Runs one statement.
    @discardableResult
    func query(_ text: String, _ values: PostgresValue...) throws(PostgresError) -> PostgresRows {
        try query(PostgresStatement(text, all: values))
    }

    @discardableResult
    func query(_ statement: PostgresStatement) throws(PostgresError) -> PostgresRows {
        guard let rows = try run([statement]).first else { throw .lost("there is no answer") }
        return rows
    }

    /// Runs statements in one transaction, by one round trip.
    func transaction(_ statements: [PostgresStatement]) throws(PostgresError) -> [PostgresRows] {
        let all = [PostgresStatement("BEGIN")] + statements + [PostgresStatement("COMMIT")]
        do throws(PostgresError) {
            let rows = try run(all)
            guard rows.last?.tag == "COMMIT" else { throw .lost("the commit was not confirmed") }
            return Array(rows.dropFirst().dropLast())
        } catch {
            rollBack()
            throw error
        }
    }

    /// Runs `body` in a transaction.
    func transaction<Value>(_ body: () throws -> Value) throws -> Value {
        do {
            try query("BEGIN")
            let value = try body()
            guard try query("COMMIT").tag == "COMMIT" else {
                throw PostgresError.lost("the commit was not confirmed")
            }
            return value
        } catch {
            rollBack()
            throw error
        }
    }

    /// Ends a transaction that failed. If that fails too, the connection is not usable.
    private func rollBack() {
        guard PQstatus(handle) == CONNECTION_OK, PQtransactionStatus(handle) != PQTRANS_IDLE else {
            return
        }
        _ = try? query("ROLLBACK")
    }

    // MARK: Sending

    private func run(_ statements: [PostgresStatement]) throws(PostgresError) -> [PostgresRows] {
        // For each command that is sent: the text that it prepares, if it does.
        var preparing: [String?] = []
        var names = prepared
        for statement in statements {
            var name = names[statement.text] ?? ""
            if name.isEmpty {
                preparedCount += 1
                name = "s\(preparedCount)"
                names[statement.text] = name
                guard PQsendPrepare(handle, name, statement.text, 0, nil) == 1 else {
                    throw failure()
                }
                preparing.append(statement.text)
            }
            try send(statement.values, to: name)
            preparing.append(nil)
        }
        guard PQpipelineSync(handle) == 1 else { throw failure() }
        return try results(preparing, names)
    }

    private func send(_ parameters: [PostgresValue], to name: String) throws(PostgresError) {
        var bytes: [UInt8] = []
        var ranges: [Range<Int>?] = []
        for value in parameters {
            let start = bytes.count
            ranges.append(value.write(to: &bytes) ? start..<bytes.count : nil)
        }
        // An empty value needs an address too.
        bytes.append(0)
        let isSent = bytes.withUnsafeBytes { bytes in
            let values = ranges.map { range in
                range.flatMap { bytes.baseAddress?.advanced(by: $0.lowerBound) }
                    .map { UnsafePointer($0.assumingMemoryBound(to: CChar.self)) }
            }
            return PQsendQueryPrepared(
                handle, name, Int32(values.count), values,
                ranges.map { Int32($0?.count ?? 0) }, ranges.map { _ in 1 }, 1)
        }
        guard isSent == 1 else { throw failure() }
    }

    // MARK: Receiving

    /// Takes the results of all commands until the pipeline's end.
    private func results(
        _ preparing: [String?], _ names: [String: String]
    ) throws(PostgresError) -> [PostgresRows] {
        let deadline = MachineTime.monotonic + patience
        var rows: [PostgresRows] = []
        var first: PostgresError?
        var commands = preparing[...]
        while true {
            try awaitResult(until: deadline)
            // `nil` stands between the results of two commands.
            guard let result = PQgetResult(handle) else {
                if PQstatus(handle) != CONNECTION_OK { throw failure() }
                continue
            }
            let answer = PostgresRows(result)
            switch PQresultStatus(result) {
            case PGRES_TUPLES_OK, PGRES_COMMAND_OK:
                if let text = commands.popFirst() ?? nil {
                    prepared[text] = names[text]
                } else {
                    rows.append(answer)
                }
            case PGRES_PIPELINE_SYNC:
                if let first { throw first }
                return rows
            case PGRES_PIPELINE_ABORTED: commands = commands.dropFirst()
            default:
                commands = commands.dropFirst()
                let error = Self.error(of: result)
                guard PQstatus(handle) == CONNECTION_OK else { throw .lost(error.message) }
                if first == nil { first = error }
            }
        }
    }

    private func awaitResult(until deadline: Duration) throws(PostgresError) {
        while true {
            let flushed = PQflush(handle)
            guard flushed >= 0 else { throw failure() }
            if flushed == 0, PQisBusy(handle) == 0 { return }
            let events = flushed == 1 ? POLLIN | POLLOUT : POLLIN
            var waiting = pollfd(fd: PQsocket(handle), events: Int16(events), revents: 0)
            let left = (deadline - MachineTime.monotonic) / .milliseconds(1)
            guard left > 0 else { throw giveUp("it does not answer") }
            let count = poll(&waiting, 1, Int32(left.rounded(.up)))
            if count > 0, PQconsumeInput(handle) == 0 { throw failure() }
        }
    }

    /// Waits for a notification, a byte at `wake`, or the deadline.
    ///
    /// - Returns: the number of notifications.
    func notifications(
        until deadline: Duration, orWhen wake: Int32
    ) throws(PostgresError) -> Int {
        var waiting = [
            pollfd(fd: PQsocket(handle), events: Int16(POLLIN), revents: 0),
            pollfd(fd: wake, events: Int16(POLLIN), revents: 0),
        ]
        let left = (deadline - MachineTime.monotonic) / .milliseconds(1)
        _ = poll(&waiting, 2, Int32(max(0, left).rounded(.up)))
        if waiting[0].revents != 0, PQconsumeInput(handle) == 0 { throw failure() }
        var count = 0
        while let notification = PQnotifies(handle) {
            PQfreemem(notification)
            count += 1
        }
        return count
    }

    // MARK: Failing

    private func failure() -> PostgresError { giveUp(Self.message(of: handle)) }

    /// Closes the socket, so that the connection is not used again.
    private func giveUp(_ reason: String) -> PostgresError {
        if PQsocket(handle) >= 0 { shutdown(PQsocket(handle), Int32(SHUT_RDWR)) }
        return .lost(reason)
    }

    private static func message(of handle: OpaquePointer) -> String {
        let text = String(cString: PQerrorMessage(handle))
        let line = text.split(separator: "\n").joined(separator: "; ")
        return line.isEmpty ? "the connection was lost" : line
    }

    private static func error(of result: OpaquePointer) -> PostgresError {
        func field(_ code: Unicode.Scalar) -> String? {
            PQresultErrorField(result, Int32(code.value)).map { String(cString: $0) }
        }
        // `PG_DIAG_SQLSTATE`, `PG_DIAG_MESSAGE_PRIMARY` and `PG_DIAG_CONSTRAINT_NAME`.
        return PostgresError(
            state: field("C"), message: field("M") ?? "the connection was lost",
            constraint: field("n"))
    }
}
