import BoardKit
import JSON

/// Places and lines from OpenStreetMap: the JSON of Overpass, or a GeoJSON FeatureCollection whose
/// properties are the tags.
struct PlaceFile: Sendable {
    /// The maximum number of places, and likewise of places without a name.
    static let countMax = 50_000
    private static let lineCountMax = 200_000
    /// The maximum for all lines together.
    private static let pointCountMax = 2_000_000

    private(set) var feed = PlaceFeed()
    private(set) var problems = FeedProblems()
    /// Overpass's remark on an incomplete answer, such as a run-time error.
    private(set) var remark: String?

    /// The content of an element. Indirect, because most elements need far less memory than a
    /// place.
    private indirect enum Content {
        case place(Place)
        case unnamed(Coordinates)
        case line(BaseLine)
    }

    private struct Element {
        let ref: String
        let tags: PlaceTags
        let shape: PlaceShape
        var center: Coordinates?
    }

    /// In the order in which elements first occur. `nil` for an element of no use.
    private var contents: [Content?] = []
    private var indices: [String: Int] = [:]
    private var placeCount = 0
    private var unnamedCount = 0
    private var lineCount = 0
    private var pointCount = 0

    var isEmpty: Bool { feed.places.isEmpty && feed.lines.isEmpty && feed.unnamed.isEmpty }

    /// Reads a file, which may contain nothing.
    ///
    /// - Throws: a fault if the file has another format.
    init(_ bytes: [UInt8], countMax: Int = Self.countMax) throws(FeedFault) {
        let text = try FeedFault.checkedText(of: bytes)
        let spaces: Set<UInt8> = [0x20, 0x09, 0x0A, 0x0D]
        guard text.first(where: { !spaces.contains($0) }) == UInt8(ascii: "{") else {
            throw Self.wrongKind
        }
        var records = JSONRecords(text, inMember: ["elements", "features"], depthMax: 64)
        var position = TextPosition(text)
        var lineBefore = 0
        var count = 0
        do throws(JSONError) {
            while let record = try records.next() {
                count += 1
                let isGeoJSON = records.arrayName == "features"
                let line = position.line(at: record.offset)
                let ordinal = (isGeoJSON ? "feature" : "element", count)
                let place = FeedPlace(line: line, ordinal: line == lineBefore ? ordinal : nil)
                lineBefore = line
                let members = Self.members(of: record)
                take(
                    isGeoJSON ? Self.feature(members, count) : Self.element(members, count),
                    at: place, countMax: countMax)
            }
        } catch {
            throw FeedFault(error, in: text)
        }
        guard records.arrayName == "elements" || records.others["type"] == "FeatureCollection",
            records.arrayName != nil
        else { throw Self.wrongKind }
        finish(records.others)
    }

    private static let wrongKind = FeedFault(
        .wrongKind, "The file must be Overpass JSON or a GeoJSON FeatureCollection")

    private static func members(of record: JSONRecords.Record) -> [String: JSON] {
        var members: [String: JSON] = [:]
        for member in record.members ?? [] {
            switch member.value {
            case .number(let text): members[member.name] = try? JSON(parsing: text)
            case .other(let value): members[member.name] = value
            }
        }
        return members
    }

    private static func element(_ members: [String: JSON], _ number: Int) -> Element {
        var ref = "osm:feature/\(number)"
        if let type = members["type"]?.text, ["node", "way", "relation"].contains(type),
            let id = members["id"]?.integer
        {
            ref = "osm:\(type)/\(id)"
        }
        return Element(
            ref: ref, tags: PlaceTags(members["tags"]?.members ?? [:]),
            shape: PlaceShape(overpass: members),
            center: PlaceShape.point(members["center"]?["lat"], members["center"]?["lon"]))
    }

    private static func feature(_ members: [String: JSON], _ number: Int) -> Element {
        let properties = members["properties"]?.members ?? [:]
        let ids = [properties["@id"], properties["id"], members["id"]]
        let ref = ids.lazy.compactMap { $0.flatMap(Self.ref) }.first
        return Element(
            ref: ref ?? "osm:feature/\(number)", tags: PlaceTags(properties),
            shape: PlaceShape(geoJSON: members["geometry"]))
    }

    /// Returns the ref for an id such as `node/123`; `nil` if a list of refs can't contain it.
    private static func ref(_ id: JSON) -> String? {
        guard let text = id.text ?? id.integer.map(String.init), (1...64).contains(text.utf8.count),
            text.utf8.allSatisfy({ byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "_"),
                    UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: ":"):
                    true
                default: false
                }
            })
        else { return nil }
        return text.hasPrefix("osm:") ? text : "osm:" + text
    }

    private mutating func take(_ element: Element, at place: FeedPlace, countMax: Int) {
        let before = indices[element.ref]
        var content: Content?
        if let kind = element.tags.kind {
            guard let middle = element.center ?? element.shape.middle else {
                problems.add("The place has no position", at: place)
                return
            }
            if let name = element.tags["name", "name:en"] {
                content = .place(
                    element.tags.place(
                        ref: element.ref, name: name, kind: kind, position: middle))
            } else {
                content = .unnamed(middle)
            }
        } else if !element.tags.hasAmenity, element.shape.isLine {
            content = .line(BaseLine(kind: element.tags.lineKind, paths: element.shape.lines))
        }
        set(content, of: element.ref, before, at: place, countMax: countMax)
    }

    /// Sets an element's content, replacing that of an earlier occurrence.
    private mutating func set(
        _ content: Content?, of ref: String, _ before: Int?, at place: FeedPlace, countMax: Int
    ) {
        if let before { count(contents[before], by: -1) }
        count(content, by: 1)
        if let surplus = surplus(countMax) {
            feed.isPartial = true
            count(content, by: -1)
            if let before { count(contents[before], by: 1) }
            problems.add("A feed has at most \(surplus)", at: place)
            return
        }
        if let before {
            contents[before] = content
        } else if content != nil {
            indices[ref] = contents.count
            contents.append(content)
        }
    }

    private mutating func count(_ content: Content?, by sign: Int) {
        switch content {
        case .place: placeCount += sign
        case .unnamed: unnamedCount += sign
        case .line(let line):
            lineCount += sign
            pointCount += sign * line.paths.reduce(0) { $0 + $1.count }
        case nil: break
        }
    }

    /// Returns a phrase for the limit that is exceeded, if any.
    private func surplus(_ countMax: Int) -> String? {
        if placeCount > countMax { return "\(countMax) places" }
        if unnamedCount > countMax { return "\(countMax) places without a name" }
        if lineCount > Self.lineCountMax { return "\(Self.lineCountMax) lines" }
        return pointCount > Self.pointCountMax ? "\(Self.pointCountMax) points of lines" : nil
    }

    private mutating func finish(_ others: [String: JSON]) {
        for content in contents {
            switch content {
            case .place(let place): feed.places.append(place)
            case .unnamed(let position): feed.unnamed.append(position)
            case .line(let line): feed.lines.append(line)
            case nil: continue
            }
        }
        contents = []
        indices = [:]
        let source = PlaceTags(others["osm3s"]?.members ?? [:])
        feed.attribution = PlaceTags(others)["attribution"] ?? source["copyright"]
        feed.asOf = source["timestamp_osm_base"]
        remark = PlaceTags(others)["remark"]
        if isCutShort, let remark {
            feed.isPartial = true
            problems.add(remark, at: "remark")
        }
    }
}

extension PlaceFile {
    /// Whether Overpass stopped before it had finished.
    var isCutShort: Bool { remark?.contains("runtime error") ?? false }

    /// Reads a file for an import, which must not be empty.
    static func imported(_ bytes: [UInt8]) throws(FeedFault) -> PlaceFile {
        let file = try PlaceFile(bytes)
        guard !file.feed.places.isEmpty || !file.feed.lines.isEmpty else {
            throw FeedFault(
                .unreadable, file.remark ?? "No place can be read", problems: file.problems)
        }
        return file
    }
}
