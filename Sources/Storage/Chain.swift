package import Sync

/// The checksums that link each event to all events before it.
///
/// An event's link is the first 16 bytes of SHA-256 over: the previous link; revision and time in
/// milliseconds, 8 bytes each, the highest first; then board, kind, subject, actor, mutation id,
/// fingerprint, and the data as canonical JSON. Each of these fields is a byte (0 if it is absent,
/// else 1), and if it is present its length in 8 bytes and its bytes. The link before the first
/// event is the first 16 bytes of SHA-256 over the epoch's UTF-8.
package enum Chain {
    package static let linkByteCount = 16

    package static func start(epoch: String) throws(StoreError) -> [UInt8] {
        Array(try SHA256.digest(Array(epoch.utf8)).prefix(linkByteCount))
    }

    /// Returns the link of an event that is not stored yet.
    package static func link(
        of event: Event, fingerprint: [UInt8]?, after previous: [UInt8]
    ) throws(StoreError) -> [UInt8] {
        try link(of: EventRow(event), fingerprint: fingerprint, after: previous)
    }

    package static func link(
        of event: EventRow, fingerprint: [UInt8]?, after previous: [UInt8]
    ) throws(StoreError) -> [UInt8] {
        var bytes = previous
        bytes.reserveCapacity(256 + event.data.count)
        append(UInt64(bitPattern: Int64(event.rev)), to: &bytes)
        append(UInt64(bitPattern: event.time), to: &bytes)
        append(event.board.utf8, to: &bytes)
        append(event.kind.utf8, to: &bytes)
        append(event.subject.utf8, to: &bytes)
        append(event.actor.utf8, to: &bytes)
        append(event.mutationID?.utf8, to: &bytes)
        append(fingerprint, to: &bytes)
        append(event.data, to: &bytes)
        return Array(try SHA256.digest(bytes).prefix(linkByteCount))
    }

    private static func append(_ number: UInt64, to bytes: inout [UInt8]) {
        withUnsafeBytes(of: number.bigEndian) { bytes.append(contentsOf: $0) }
    }

    private static func append(_ field: (some Collection<UInt8>)?, to bytes: inout [UInt8]) {
        guard let field else { return bytes.append(0) }
        bytes.append(1)
        append(UInt64(field.count), to: &bytes)
        bytes.append(contentsOf: field)
    }
}
