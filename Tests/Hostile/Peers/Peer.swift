import CPlatform
import Glibc

/// A hostile peer that carries out its plan.
final class Peer {
    /// The number of times that a peer sends in one turn before the others.
    private static let sendsPerTurnMax = 8
    private static let readsPerTurnMax = 4

    let plan: PeerPlan
    let socket: RawSocket
    private var isConnected = false
    private var index = 0
    /// The number of bytes of the step that were sent, and the number of complete rounds.
    private var offset = 0
    private var round = 0
    private var isReading = true
    private var isBlocked = false
    private var reader = AnswerReader()
    private var tls: PeerTLS?
    /// Records that were not sent yet.
    private var records: [UInt8] = []
    private(set) var outcome: PeerOutcome?

    init(_ plan: PeerPlan, on socket: RawSocket) {
        self.plan = plan
        self.socket = socket
    }

    /// The events for which the poll should watch.
    var interest: UInt32 {
        guard isConnected else { return EPOLLOUT.rawValue }
        return (isReading ? EPOLLIN.rawValue : 0) | (isBlocked ? EPOLLOUT.rawValue : 0)
    }

    func handle(_ events: UInt32, _ buffer: UnsafeMutableRawBufferPointer) {
        if !isConnected {
            let code = socket.pendingError
            guard code == 0 else {
                outcome = .unconnected(errno: code)
                return
            }
            isConnected = true
        }
        if events & EPOLLIN.rawValue != 0 || isReading && events & EPOLLHUP.rawValue != 0 {
            read(buffer)
        } else if events & (EPOLLHUP.rawValue | EPOLLERR.rawValue) != 0 {
            finish(.reset)
        }
        if outcome == nil { advance(buffer) }
    }

    /// Sends the next byte of a drip. Called once a second.
    func drip(_ buffer: UnsafeMutableRawBufferPointer) {
        guard isConnected, case .drip(let bytes) = plan.steps[index] else { return }
        guard offset < bytes.count else { return nextStep() }
        send(bytes[offset..<offset + 1], buffer)
    }

    func giveUp() { finish(.unfinished) }

    private func advance(_ buffer: UnsafeMutableRawBufferPointer) {
        isBlocked = false
        var sends = 0
        while outcome == nil, !isBlocked {
            switch plan.steps[index] {
            case .send(let bytes):
                send(bytes[offset...], buffer)
                if offset == bytes.count { nextStep() }
            case .flood(let bytes, let times):
                sends += 1
                if sends > Self.sendsPerTurnMax {
                    isBlocked = true
                    return
                }
                send(bytes[offset...], buffer)
                if offset == bytes.count { (offset, round) = (0, round + 1) }
                if round == times { nextStep() }
            case .shakeHands(let context):
                shakeHands(context, buffer)
                guard records.isEmpty, tls?.isEstablished == true else { return }
                nextStep()
            case .changeKeys(let hundreds, let data):
                sends += 1
                if sends > Self.sendsPerTurnMax {
                    isBlocked = true
                    return
                }
                if records.isEmpty { records = tls?.changesOfKeys(100, data: data) ?? [] }
                sendRecords(buffer)
                if records.isEmpty { round += 1 }
                if round == hundreds { nextStep() }
            case .awaitAnswer:
                guard reader.hasBegun else { return }
                nextStep()
            case .awaitHead:
                guard reader.status != nil else { return }
                nextStep()
            case .stopReading:
                isReading = false
                nextStep()
            case .drip, .awaitEnd: return
            case .reset: finish(.left)
            }
        }
    }

    private func shakeHands(_ context: PeerTLSContext, _ buffer: UnsafeMutableRawBufferPointer) {
        if tls == nil { tls = PeerTLS(context) }
        guard let tls, !tls.hasFailed else { return finish(.ended) }
        if records.isEmpty { records = tls.shakeHands() }
        sendRecords(buffer)
    }

    private func sendRecords(_ buffer: UnsafeMutableRawBufferPointer) {
        guard !records.isEmpty else { return }
        // The step's offset counts other bytes.
        let place = offset
        offset = 0
        send(records[...], buffer)
        records.removeFirst(offset)
        offset = place
    }

    private func nextStep() { (index, offset, round) = (index + 1, 0, 0) }

    private func send(_ bytes: ArraySlice<UInt8>, _ buffer: UnsafeMutableRawBufferPointer) {
        switch bytes.withUnsafeBytes({ socket.send($0) }) {
        case .count(let count):
            offset += count
            isBlocked = count < bytes.count
        case .wouldBlock: isBlocked = true
        case .failed(let code):
            // The hub may have sent a reason before the reset. The kernel reports a reset once, so
            // what can be read ends regularly now; after a regular end sending fails with EPIPE.
            if isReading { read(buffer, end: code == ECONNRESET ? .reset : .ended) }
            finish(.reset)
        }
    }

    private func read(_ buffer: UnsafeMutableRawBufferPointer, end: PeerOutcome = .ended) {
        for _ in 0..<Self.readsPerTurnMax where outcome == nil {
            switch socket.receive(into: buffer) {
            case .count(0): return finish(end)
            case .count(let count):
                let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<count])
                if let tls { tls.receive(bytes) } else { reader.receive(bytes) }
            case .wouldBlock: return
            case .failed: return finish(.reset)
            }
        }
    }

    /// The hub's answer counts more than the way in which the connection ended.
    private func finish(_ end: PeerOutcome) {
        if outcome == nil { outcome = end == .unfinished ? end : reader.verdict ?? end }
    }
}
