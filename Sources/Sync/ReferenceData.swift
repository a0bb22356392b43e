public import JSON

/// Content that belongs to an event but is too large for it, such as the stations of a timetable. The
/// journal keeps it beside the events, in the event's transaction, and the event contains its digest.
public struct ReferenceContent: Sendable {
    /// The maximum number of bytes of one content.
    public static let bytesMax = 67_108_864

    public let bytes: [UInt8]
    /// SHA-256 of the bytes, as 64 lower-case hexadecimal digits.
    public let digest: String
    /// The board's own form of the bytes, if it was already made away from the loop; `nil` if the
    /// board has yet to read the bytes. Only the board knows its type. It is not stored.
    public let reading: (any Sendable)?

    public init(_ bytes: [UInt8], digest: String, reading: (any Sendable)? = nil) {
        self.bytes = bytes
        self.digest = digest
        self.reading = reading
    }
}

extension ReferenceContent: Equatable {
    /// Ignores the reading, which follows from the bytes.
    public static func == (one: Self, other: Self) -> Bool {
        one.digest == other.digest && one.bytes == other.bytes
    }
}

/// Printing a change never shows the content.
extension ReferenceContent: CustomStringConvertible, CustomReflectable {
    public var description: String { "\(bytes.count) bytes with the digest \(digest)" }
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// Keeps reference data of a board under a name, or removes it.
public struct ReferenceChange: Sendable, Equatable {
    /// Unique within the board: `stops/main`. The content replaces that of the same name.
    public var name: String
    /// `nil` removes the content.
    public var content: ReferenceContent?

    public init(name: String, content: ReferenceContent?) {
        self.name = name
        self.content = content
    }
}

/// The mention of reference data in an event.
public struct ReferenceMention: Sendable, Equatable {
    public let name: String
    /// The digest of the content; `nil` if it is removed.
    public let digest: String?

    /// - Returns: `nil` if the event's data mentions none.
    public init?(in data: JSON) {
        guard let member = data[Self.member], let name = member["name"]?.text else { return nil }
        self.name = name
        digest = member["sha256"]?.text
    }

    /// The member of an event's data that mentions reference data.
    static let member = "reference"
}

extension Decision {
    /// Stores reference data with the event, which mentions it.
    public mutating func keep(_ change: ReferenceChange) {
        var members = data.members ?? [:]
        members[ReferenceMention.member] = [
            "name": .string(change.name),
            "sha256": change.content.map { .string($0.digest) } ?? .null,
        ]
        data = .object(members)
        reference = change
    }
}

extension [any Board] {
    /// Gives an event's content to its board, if the board lacks it. A board that can't read the
    /// content works without it, as when a venue opens.
    mutating func take(_ content: ReferenceContent?, of event: Event) {
        guard let content, let index = firstIndex(where: { $0.name == event.board }),
            self[index].missingReferences.contains(content.digest)
        else { return }
        try? self[index].take(content)
    }
}
