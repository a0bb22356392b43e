import Testing

@testable import Transport

/// A TLS client over a plain socket. The test decides when which bytes are sent.
final class ManualClient {
    let socket: ClientSocket
    let engine: TLSEngine
    let wire = TLSWire()

    init(_ host: LiveHost, _ context: TLSClientContext) throws {
        socket = try host.connect()
        engine = try #require(TLSEngine(connecting: context, to: "localhost"))
    }

    /// Returns the next bytes of the handshake.
    func flight() throws -> [UInt8] {
        if case .failed(let failure) = engine.handshake(over: wire) { throw failure }
        return takeOutput()
    }

    /// Receives bytes and passes them to the engine.
    func receive() throws {
        let bytes = try socket.read(max: TLSWire.inputBytesMax)
        if bytes.isEmpty { throw SystemError(errno: 0, call: "the end came too early") }
        wire.offerInput(bytes)
    }

    /// Sends `count` bytes at a time until the handshake is done. Returns the last bytes instead of
    /// sending them.
    func handshake(piece count: Int = .max) throws -> [UInt8] {
        while true {
            let outcome = engine.handshake(over: wire)
            let output = takeOutput()
            switch outcome {
            case .done: return output
            case .wantsInput:
                try write(output, piece: count)
                try receive()
            case .failed(let failure): throw failure
            case .wantsRoom, .finished, .held: throw SystemError(errno: 0, call: "\(outcome)")
            }
        }
    }

    func write(_ bytes: [UInt8], piece count: Int) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            try socket.write(Array(rest.prefix(count)))
            rest = rest.dropFirst(count)
        }
    }

    func encrypt(_ bytes: [UInt8]) -> [UInt8] {
        #expect(bytes.withUnsafeBytes { engine.write($0, over: wire) } == .done)
        return takeOutput()
    }

    /// Returns key updates that each request one in return, with or without a byte of data after
    /// each.
    func changesOfKeys(_ count: Int, withData: Bool = false) -> [UInt8] {
        (0..<count).flatMap { _ in
            #expect(engine.changeKeys(over: wire) == .done)
            let record = takeOutput()
            return withData ? record + encrypt([7]) : record
        }
    }

    func readExactly(_ count: Int) throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var filled = 0
        while filled < count {
            let (more, outcome) = bytes.withUnsafeMutableBytes {
                engine.read(
                    into: UnsafeMutableRawBufferPointer(rebasing: $0[filled...]), over: wire)
            }
            filled += more
            if case .failed(let failure) = outcome { throw failure }
            if outcome == .wantsInput { try receive() }
        }
        return bytes
    }

    private func takeOutput() -> [UInt8] {
        defer { wire.clearOutput() }
        return Array(wire.output)
    }
}
