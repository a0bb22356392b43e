import Foundation
import JSON

/// The lines on a map around a position: streets, rails, water and borders.
struct BaseMap: Sendable {
    static let pointsMax = 5000

    private let feeds: [StoredRows<BaseLine>]
    /// The area of each line of each feed.
    private let boxes: [[MapBox]]

    init(_ feeds: [StoredRows<BaseLine>]) {
        self.feeds = feeds
        boxes = feeds.map { feed in feed.map { MapBox(of: $0.paths.joined()) } }
    }

    /// Returns the parts of the lines near a position, as one line of each kind.
    ///
    /// - Parameter pointsMax: the maximum number of points. Beyond it, lines are simplified and
    ///   short ones left out.
    func lines(
        near centre: Coordinates, radius: Double, pointsMax: Int = Self.pointsMax
    ) -> [BaseLine] {
        let area = MapBox(around: centre, radius: radius)
        var paths: [(kind: BaseLine.Kind, path: [Coordinates])] = []
        for (feed, boxes) in zip(feeds, boxes) {
            for (index, box) in boxes.enumerated() where area.touches(box) {
                let line = feed[index]
                for path in line.paths {
                    paths += area.parts(of: path).map { (line.kind, $0) }
                }
            }
        }
        let thinned = PathThinning(around: centre).thin(paths.map(\.path), pointsMax: pointsMax)
        return BaseLine.Kind.allCases.compactMap { kind in
            let paths = zip(paths, thinned).filter { $0.0.kind == kind && !$0.1.isEmpty }.map(\.1)
            return paths.isEmpty ? nil : BaseLine(kind: kind, paths: paths)
        }
    }

    /// Returns the lines near a position as a GeoJSON FeatureCollection (RFC 7946).
    func geoJSON(near centre: Coordinates, radius: Double) -> JSON {
        let features = lines(near: centre, radius: radius).map { line -> JSON in
            let paths = line.paths.map { path in
                JSON.array(path.map { [Self.rounded($0.longitude), Self.rounded($0.latitude)] })
            }
            return [
                "type": "Feature", "properties": ["kind": .string(line.kind.rawValue)],
                "geometry": ["type": "MultiLineString", "coordinates": .array(paths)],
            ]
        }
        return ["type": "FeatureCollection", "features": .array(features)]
    }

    /// Rounds degrees to five decimals, which is about a metre.
    private static func rounded(_ degrees: Double) -> JSON {
        .number((degrees * 100_000).rounded() / 100_000)
    }
}

/// An area between two parallels and two meridians.
private struct MapBox: Sendable {
    private let latitudes: ClosedRange<Double>
    /// May extend beyond 180 degrees.
    private let longitudes: ClosedRange<Double>

    init(of points: some Sequence<Coordinates>) {
        var south = Double.infinity
        var north = -Double.infinity
        var west = Double.infinity
        var east = -Double.infinity
        for point in points {
            south = min(south, point.latitude)
            north = max(north, point.latitude)
            west = min(west, point.longitude)
            east = max(east, point.longitude)
        }
        guard south <= north else {
            latitudes = 0...0
            longitudes = 0...0
            return
        }
        latitudes = south...north
        longitudes = west...east
    }

    init(around centre: Coordinates, radius: Double) {
        let degrees = radius / (Coordinates.earthRadius * .pi / 180)
        latitudes = (centre.latitude - degrees)...(centre.latitude + degrees)
        let highest = min(90, max(abs(latitudes.lowerBound), abs(latitudes.upperBound)))
        let shrink = cos(highest * .pi / 180)
        let width = shrink * 180 > degrees ? degrees / shrink : 180
        longitudes = (centre.longitude - width)...(centre.longitude + width)
    }

    func touches(_ other: MapBox) -> Bool {
        latitudes.overlaps(other.latitudes)
            && (touches(other, turnedBy: 0) || touches(other, turnedBy: -360)
                || touches(other, turnedBy: 360))
    }

    private func touches(_ other: MapBox, turnedBy degrees: Double) -> Bool {
        longitudes.lowerBound <= other.longitudes.upperBound + degrees
            && other.longitudes.lowerBound + degrees <= longitudes.upperBound
    }

    /// Returns the parts of a path whose segments may touch the area.
    func parts(of path: [Coordinates]) -> [[Coordinates]] {
        var parts: [[Coordinates]] = []
        var isInPart = false
        for (start, end) in zip(path, path.dropFirst()) {
            guard touches(MapBox(of: CollectionOfOne(start)).including(end)) else {
                isInPart = false
                continue
            }
            if !isInPart { parts.append([start]) }
            parts[parts.count - 1].append(end)
            isInPart = true
        }
        return parts
    }

    private func including(_ point: Coordinates) -> MapBox {
        MapBox(
            latitudes: min(
                latitudes.lowerBound, point.latitude)...max(
                    latitudes.upperBound, point.latitude),
            longitudes: min(
                longitudes.lowerBound, point.longitude)...max(
                    longitudes.upperBound, point.longitude))
    }

    private init(latitudes: ClosedRange<Double>, longitudes: ClosedRange<Double>) {
        self.latitudes = latitudes
        self.longitudes = longitudes
    }
}
