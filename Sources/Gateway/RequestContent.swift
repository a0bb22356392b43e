/// The content of a request, in the pieces in which it arrived. A single array would be copied
/// each time that it outgrows its storage, and copying tens of megabytes holds up the loop.
struct RequestContent: Sendable {
    /// Pieces are joined up to this size.
    private static let pieceBytesMax = 65_536

    private(set) var pieces: [[UInt8]] = []

    mutating func append(_ bytes: [UInt8]) {
        if let last = pieces.last, last.count + bytes.count <= Self.pieceBytesMax {
            pieces[pieces.count - 1] += bytes
        } else {
            pieces.append(bytes)
        }
    }

    var bytes: [UInt8] {
        guard pieces.count > 1 else { return pieces.first ?? [] }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(pieces.reduce(0) { $0 + $1.count })
        for piece in pieces { bytes += piece }
        return bytes
    }
}
