/// The content of a request, in the pieces in which it came. One array would be copied again and
/// again while it grows, which holds up the loop for as long as tens of megabytes take.
struct RequestContent: Sendable {
    /// Shorter pieces are joined.
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
