import Clocks
import Gateway
import Limits
import Metrics
import Screens
import SignIn
import Sync
import Time
import Transport
import Venues
import WebSocket

/// The WebSocket connection of one screen, tablet or phone.
final class WebSocketSession: ConnectionHandler, Session, ClientSink {
    /// The time for messages of one connection, after which other connections get a turn.
    private static let timePerTurn = Duration.microseconds(100)

    // Thousands of sessions are idle. The order of the properties leaves few padding bytes.
    private unowned let server: LoopServer
    private let runner: VenueRunner
    /// `nil` after the end of the connection, so that the two do not retain each other.
    private(set) var connection: Connection?
    private var decoder: WebSocketDecoder
    /// The received bytes that wait. They stay compressed, because inflated they may be far more.
    private var undecoded: [UInt8] = []
    private var messageUse = RateUse()
    private var progress: ReadingProgress?
    private var lastReceived: LoopTime
    /// When the PIN is needed again; `nil` for sign-ins that never need it.
    private let lock: PINLock?
    var index: UInt32 = 0
    private let role: Role
    private let agreement: DeflateAgreement?
    private var id: ClientID?
    private var isWaitingForTurn = false
    private var isOver = false
    /// Whether the connection ends as intended: the peer closed it normally, or was signed out.
    private var isGoodbye = false
    /// Whether the connection was reported as silent.
    private var isSaidSilent = false
    /// The time since when a message or frame has been incomplete.
    private var messageSince = LoopTime.never
    private var pingedAt = LoopTime.never

    /// A time of the loop's clock, in half the bytes of a `Duration`.
    private struct LoopTime: Equatable {
        private let microseconds: Int64

        static var never: LoopTime { LoopTime(.microseconds(-1)) }

        init(_ time: Duration) { microseconds = time.microseconds }

        var duration: Duration { .microseconds(microseconds) }
    }

    init(
        server: LoopServer, runner: VenueRunner, role: Role, lock: PINLock?, connection: Connection,
        agreement: DeflateAgreement?, context: InflateContext?
    ) {
        self.server = server
        self.runner = runner
        self.role = role
        self.lock = lock
        self.connection = connection
        self.agreement = agreement
        decoder = server.webSockets.decoder(for: agreement, context: context)
        lastReceived = LoopTime(server.loop.now)
    }

    /// Connects to the venue after the upgrade. The first message is the welcome.
    func begin(as principal: Principal) { id = runner.connect(self, as: principal) }

    // MARK: ConnectionHandler

    func received(_ bytes: UnsafeRawBufferPointer, on connection: Connection) {
        lastReceived = LoopTime(server.loop.now)
        pingedAt = .never
        if isSaidSilent, let id {
            isSaidSilent = false
            runner.screens.answersAgain(id)
        }
        var count = 0
        if undecoded.isEmpty, !isWaitingForTurn {
            let isItsTurn = server.turns.takeNow(.message, for: connection.remoteAddress) {
                count = take(bytes)
            }
            if !isItsTurn { waitForTurn() }
        }
        undecoded += bytes[count...]
    }

    /// Handles the messages in `bytes`, until the connection is congested or its turn is over.
    ///
    /// - Returns: the number of bytes that were decoded.
    private func take(_ bytes: UnsafeRawBufferPointer) -> Int {
        let start = MachineTime.monotonic
        var offset = 0
        var messageCount = 0
        // While the peer does not read its answers, the rest of its messages waits.
        while !isOver, connection?.isCongested != true {
            if let event = decoder.next() {
                messageCount += 1
                handle(event)
            } else if offset == bytes.count {
                break
            } else if messageCount > 0, MachineTime.monotonic - start > Self.timePerTurn {
                waitForTurn()
                break
            } else {
                offset += decoder.receiveOne(UnsafeRawBufferPointer(rebasing: bytes[offset...]))
            }
        }
        if offset < bytes.count || decoder.isBetweenMessages {
            messageSince = .never
        } else if messageSince == .never {
            messageSince = lastReceived
        }
        return isOver ? bytes.count : offset
    }

    private func waitForTurn() {
        guard let connection else { return }
        isWaitingForTurn = true
        connection.pauseReading()
        server.turns.wait(.message, for: connection.remoteAddress) { [self] in
            isWaitingForTurn = false
            goOn()
        }
    }

    /// Handles the bytes that wait, and then resumes reading.
    private func goOn() {
        guard !isWaitingForTurn else { return }
        let bytes = undecoded
        let count = bytes.withUnsafeBytes { take($0) }
        undecoded = Array(bytes[count...])
        guard !isWaitingForTurn, let connection, !connection.isCongested else { return }
        connection.resumeReading()
    }

    private func handle(_ event: WebSocketEvent) {
        let now = server.loop.now.microseconds
        guard messageUse.spend(server.messageLimit, atMicroseconds: now) == nil else {
            return close(.rateLimited, reason: "too many messages")
        }
        switch event {
        case .text(let message):
            guard let id else { return }
            server.context.metrics.messageReceived()
            runner.receive(message, from: id, receivedAt: lastReceived.duration)
        case .binary:
            end(.unsupportedData, reason: "the protocol's messages are text")
        case .ping(let payload): connection?.sendUrgently(WebSocketEncoder.pong(payload))
        case .pong: break
        case .close(let code, _):
            isGoodbye = code == .normal || code == .goingAway
            end(code ?? .normal, reason: "")
        case .failed(let code, let reason): end(code, reason: reason)
        }
    }

    func peerFinished(_ connection: Connection) {
        leave()
        connection.finish()
    }

    func drained(_ connection: Connection) {
        if let id { runner.drained(id) }
        // Many connections may drain at once, each with much work waiting, so they take turns.
        if !isWaitingForTurn { waitForTurn() }
    }

    func closed(_ connection: Connection, because reason: ConnectionEnd) {
        leave()
        self.connection = nil
        server.connections.ended(connection, of: self, because: reason)
    }

    // MARK: ClientSink

    var isCongested: Bool { connection?.isCongested ?? false }

    var line: SocketStatus? {
        connection.map {
            SocketStatus(
                address: $0.remoteAddress.host, heardAt: lastReceived.duration,
                isCongested: $0.isCongested)
        }
    }

    var origin: RecentEvent.Origin? {
        RecentEvent.Origin(way: .webSocket, address: connection?.remoteAddress).kept(for: role)
    }

    var isLockable: Bool { lock != nil }

    func deliver(_ message: ServerMessage) {
        let deflater = server.webSockets.deflater
        _ = send(WebSocketEncoder.text(message.bytes, deflatedBy: deflater, under: agreement))
    }

    func deliver(_ broadcast: inout Broadcast) -> Bool {
        send(broadcast.frames(for: agreement, deflatedBy: server.webSockets.deflater))
    }

    /// Returns whether the output is full now.
    private func send(_ bytes: [UInt8]) -> Bool {
        guard !isOver, let connection else { return false }
        connection.send(bytes)
        guard connection.isCongested else { return false }
        connection.pauseReading()
        return true
    }

    func close(_ code: CloseCode, reason: String) {
        // A device that is signed out is not reported as lost.
        if code == .signInAgain { isGoodbye = true }
        end(WebSocketCloseCode(rawValue: code.rawValue), reason: reason)
    }

    // MARK: Session

    func sweep(at now: Duration) {
        guard !isOver, let connection else { return }
        if let lock, lock.isShut(at: server.context.clock.now) {
            return close(.signInAgain, reason: PINLock.reason)
        }
        let limits = server.limits
        let stalled = ReadingProgress.stalledFor(
            &progress, isWaiting: connection.isCongested || pingedAt != .never,
            acknowledgedBytes: connection.acknowledgedBytes, at: now)
        if connection.isCongested || isWaitingForTurn {
            // The hub does not read from the peer meanwhile. Its progress with output counts.
            lastReceived = LoopTime(now)
            pingedAt = .never
            if messageSince != .never { messageSince = LoopTime(now) }
        }
        if messageSince != .never, now - messageSince.duration > limits.seconds(.messageSeconds) {
            return close(.noProgress, reason: "a message did not arrive in time")
        }
        if connection.isCongested, stalled > limits.seconds(.progressSeconds) {
            close(.noProgress, reason: "nothing was read for too long")
            return connection.abort()
        }
        if pingedAt != .never, !isSaidSilent, let id,
            now - lastReceived.duration >= server.context.options.timing.silentAfter
        {
            isSaidSilent = true
            runner.screens.stoppedAnswering(id, since: lastReceived.duration)
        }
        if pingedAt != .never {
            // A slow reader reaches the ping only after everything that was sent before it.
            if min(now - pingedAt.duration, stalled) > limits.seconds(.pongSeconds) {
                close(.noProgress, reason: "no answer to a ping")
            }
        } else if now - lastReceived.duration > limits.seconds(.pingAfterSeconds) {
            pingedAt = LoopTime(now)
            connection.sendUrgently(WebSocketEncoder.ping([]))
        }
    }

    func stop() {
        guard !isOver else { return }
        let milliseconds = Int.random(in: server.reconnectMilliseconds)
        deliver(.bye(reason: "restart", reconnectInMilliseconds: milliseconds))
        close(.shuttingDown, reason: "the hub is being restarted")
    }

    func abort() { connection?.abort() }

    // MARK: The end

    private func end(_ code: WebSocketCloseCode, reason: String) {
        guard !isOver else { return }
        connection?.send(
            WebSocketEncoder.close(code.isSendable ? code : .protocolError, reason: reason))
        leave()
        connection?.finish()
    }

    private func leave() {
        isOver = true
        if let id {
            runner.disconnect(
                id, role: role, isGoodbye: isGoodbye,
                silentSince: pingedAt == .never ? nil : lastReceived.duration)
        }
        id = nil
    }
}
