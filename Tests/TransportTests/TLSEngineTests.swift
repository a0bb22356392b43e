import Testing

@testable import Transport

@Suite(.timeLimit(.minutes(5)))
struct TLSEngineTests {
    private struct Pipe {
        private var bytes: [UInt8] = []
        private var start = 0

        var isEmpty: Bool { start == bytes.count }

        mutating func take(_ count: Int) -> [UInt8] {
            defer { start = min(start + count, bytes.count) }
            return Array(bytes[start...].prefix(count))
        }

        mutating func append(_ more: UnsafeRawBufferPointer) {
            bytes += more
        }
    }

    /// Moves bytes between two engines, `step` at a time, each with little room for output.
    private final class Pair {
        let server: TLSEngine
        let client: TLSEngine
        private let serverWire: TLSWire
        private let clientWire: TLSWire
        private var toServer = Pipe()
        private var toClient = Pipe()
        private let step: Int

        init(_ authority: TestAuthority, step: Int, room: Int, versionMax: UInt16) throws {
            let context = try authority.client(versionMax: versionMax)
            server = try #require(TLSEngine(accepting: try TLSContext(authority.configuration)))
            client = try #require(TLSEngine(connecting: context, to: "localhost"))
            serverWire = TLSWire(outputBytesMax: room)
            clientWire = TLSWire(outputBytesMax: room)
            self.step = step
        }

        func shakeHands() throws {
            var isServerDone = false
            var isClientDone = false
            while !(isServerDone && isClientDone) {
                isClientDone = try call(onClient: true) { client.handshake(over: $0) } == .done
                isServerDone = try call(onClient: false) { server.handshake(over: $0) } == .done
            }
        }

        func carry(_ bytes: [UInt8], toServer isToServer: Bool) throws -> [UInt8] {
            let sender = isToServer ? client : server
            let reader = isToServer ? server : client
            _ = try call(onClient: isToServer) { wire in
                bytes.withUnsafeBytes { sender.write($0, over: wire) }
            }
            var received: [UInt8] = []
            var buffer = [UInt8](repeating: 0, count: 100)
            while received.count < bytes.count {
                _ = try call(onClient: !isToServer) { wire in
                    let (count, outcome) = buffer.withUnsafeMutableBytes {
                        reader.read(into: $0, over: wire)
                    }
                    received += buffer[..<count]
                    return outcome
                }
            }
            return received
        }

        /// Repeats the call until the engine wants something other than room or available input.
        private func call(
            onClient: Bool, _ body: (TLSWire) -> TLSEngine.Outcome
        ) throws -> TLSEngine.Outcome {
            let wire = onClient ? clientWire : serverWire
            while true {
                if wire.remainingInput.isEmpty {
                    wire.offerInput(onClient ? toClient.take(step) : toServer.take(step))
                }
                let outcome = body(wire)
                if onClient {
                    toServer.append(wire.output)
                } else {
                    toClient.append(wire.output)
                }
                wire.clearOutput()
                if case .failed(let failure) = outcome { throw failure }
                let isStarved = (onClient ? toClient : toServer).isEmpty
                if outcome == .wantsRoom || outcome == .wantsInput && !isStarved { continue }
                return outcome
            }
        }
    }

    @Test(arguments: [(1, 70_000), (5, 37), (60_000, 1), (60_000, 70_000)])
    func `bytes arrive whole, however the wire divides them`(step: Int, room: Int) throws {
        let authority = try TestAuthority()
        for versionMax in [TLSVersion.oneTwo, TLSVersion.oneThree] {
            let pair = try Pair(authority, step: step, room: room, versionMax: versionMax)
            try pair.shakeHands()
            #expect(pair.client.version == versionMax)
            let sent = pattern(17_000)
            #expect(try pair.carry(sent, toServer: true) == sent)
            #expect(try pair.carry(sent, toServer: false) == sent)
        }
    }

    @Test func `a failure keeps its reason`() throws {
        let authority = try TestAuthority()
        let engine = try #require(TLSEngine(accepting: try TLSContext(authority.configuration)))
        let wire = TLSWire()
        wire.offerInput(Array("GET / HTTP/1.1\r\n\r\n".utf8))
        let outcome = engine.handshake(over: wire)
        guard case .failed(let failure) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(failure.reason == "http request")
        #expect(engine.handshake(over: wire) == .failed(failure))
    }
}
