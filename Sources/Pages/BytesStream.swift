import Gateway

/// A long answer, handed over piece by piece as its reader takes it, so that no connection has more
/// than a piece or two waiting.
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

    /// The session breaks the connection off when its reader takes nothing.
    func sweep(at now: Duration) {}

    func stop() {
        body?.abort()
        body = nil
    }

    func closed() { body = nil }
}
