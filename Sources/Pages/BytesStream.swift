import Gateway

/// Streams a long answer piece by piece as the client takes it, so that each connection has only a
/// few pieces waiting.
final class BytesStream: ResponseStream {
    private static let pieceBytes = 131_072

    private var rest: ArraySlice<UInt8>
    private var body: ResponseBody?

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    func begin(on body: ResponseBody) {
        self.body = body
        writeOn()
    }

    func drained() { writeOn() }

    private func writeOn() {
        while let body, !body.isCongested {
            guard !rest.isEmpty else {
                self.body = nil
                return body.finish()
            }
            body.write(Array(rest.prefix(Self.pieceBytes)))
            rest = rest.dropFirst(Self.pieceBytes)
        }
    }

    /// Does nothing: the session aborts the connection if the client takes nothing.
    func sweep(at now: Duration) {}

    func stop() {
        body?.abort()
        body = nil
    }

    func closed() { body = nil }
}
