import JSON
import PlaceValues
import Sync

/// A fetched area, as the event of the fetch describes it.
struct AreaEntry: Sendable, Equatable {
    let centre: Coordinates
    /// In metres.
    let radius: Int
    let count: Int
    /// When it was fetched.
    let at: Instant
    /// The SHA-256 of the stored content.
    let digest: String

    /// Whether it can be shown without being fetched again.
    func isFresh(at now: Instant) -> Bool {
        now.milliseconds - at.milliseconds < Self.freshDays * 86_400_000
    }

    private static let freshDays: Int64 = 30

    /// Whether it contains another circle.
    func contains(_ centre: Coordinates, radius: Double) -> Bool {
        self.centre.metres(to: centre) + radius <= Double(self.radius)
    }
}

/// An area's places, ready for searches.
struct AreaContent: Sendable {
    let stored: StoredPlaces
    let index: PlaceIndex

    init(_ stored: StoredPlaces) {
        self.stored = stored
        index = PlaceIndex([stored.places], unnamed: [stored.unnamed])
    }

    /// - Throws: an error if the content can't be read.
    init(_ reference: ReferenceContent) throws(StateError) {
        if let reading = reference.reading as? AreaContent {
            self = reading
        } else {
            self.init(try StoredPlaces(feed: reference.bytes))
        }
    }
}

/// The areas fetched from Overpass. Each is reference data named after its slot, so that a new area
/// replaces the oldest when all slots are taken.
struct AreaLibrary: Sendable {
    static let slotCount = 64

    /// By slot.
    private(set) var entries: [Int: AreaEntry] = [:]
    /// The loaded contents, by slot.
    private var contents: [Int: AreaContent] = [:]

    init() {}

    /// Returns the name of a slot's reference data.
    static func name(of slot: Int) -> String { "area/\(slot)" }

    /// Chooses the slot for a fetched area: that of an area which the new one covers, a free one,
    /// or the oldest.
    func slot(for area: SourceArea) -> Int {
        if let centre = Coordinates(latitude: area.latitude, longitude: area.longitude) {
            let covered = entries.filter { _, entry in
                entry.centre.metres(to: centre) + Double(entry.radius) <= Double(area.radius)
            }
            if let slot = covered.keys.min() { return slot }
        }
        if let free = (0..<Self.slotCount).first(where: { entries[$0] == nil }) { return free }
        return entries.min { ($0.value.at, $0.key) < ($1.value.at, $1.key) }?.key ?? 0
    }

    /// Sets a slot's entry. Its content is missing until `take(_:)`.
    mutating func set(_ slot: Int, to entry: AreaEntry) {
        entries[slot] = entry
        contents[slot] = nil
    }

    var missing: Set<String> {
        Set(entries.filter { contents[$0.key] == nil }.map(\.value.digest))
    }

    /// Takes the content of each area with this digest.
    ///
    /// - Throws: an error if it can't be read.
    mutating func take(_ reference: ReferenceContent) throws(StateError) {
        for (slot, entry) in entries
        where entry.digest == reference.digest && contents[slot] == nil {
            contents[slot] = try AreaContent(reference)
        }
    }

    /// Returns the newest loaded area that contains a circle.
    func newest(containing centre: Coordinates, radius: Double) -> (AreaEntry, AreaContent)? {
        let slot = entries.filter { slot, entry in
            contents[slot] != nil && entry.contains(centre, radius: radius)
        }.max { $0.value.at < $1.value.at }?.key
        guard let slot, let entry = entries[slot], let content = contents[slot] else { return nil }
        return (entry, content)
    }

    /// Returns the place with a ref from the newest area that has it.
    func place(_ ref: String) -> Place? {
        entries.sorted { $0.value.at > $1.value.at }.lazy
            .compactMap { contents[$0.key]?.index.place(ref) }.first
    }

    /// The attribution to show with the places.
    var attribution: String? {
        let newest = entries.max { $0.value.at < $1.value.at }
        return newest.flatMap { contents[$0.key]?.stored.attribution }
    }
}

extension AreaEntry {
    /// Reads the data of an event. Returns `nil` if the event stores no area.
    init?(_ event: Event) {
        guard let digest = ReferenceMention(in: event.data)?.digest,
            let centre = Coordinates(event.data["lat"], event.data["lon"]),
            let radius = event.data["radius"]?.integer
        else { return nil }
        self.init(
            centre: centre, radius: radius, count: event.data["count"]?.integer ?? 0, at: event.at,
            digest: digest)
    }
}

extension AreaEntry: SavedValue {
    func write(to writer: inout StateWriter) {
        writer.write(centre)
        writer.write(radius)
        writer.write(count)
        writer.write(at)
        writer.write(digest)
    }

    init(from reader: inout StateReader) throws(StateError) {
        centre = try reader.read()
        radius = try reader.read()
        count = try reader.read()
        at = try reader.read()
        digest = try reader.read()
    }

    func isSame(as other: AreaEntry) -> Bool { self == other }
}

extension AreaLibrary {
    func write(to writer: inout StateWriter) { writer.write(entries) }

    init(from reader: inout StateReader) throws(StateError) { entries = try reader.read() }
}
