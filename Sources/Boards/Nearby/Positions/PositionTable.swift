import BoardKit
import Foundation

/// Finds the positions near a point.
///
/// Each position is stored as a point of the unit sphere. The squared chord between two such points
/// costs five operations and grows with the distance, so exact distances are computed only for
/// results. Poles and the date line need no special case.
struct PositionTable: Sendable {
    struct Found: Equatable {
        let index: Int
        let metres: Double
    }

    /// A point of the unit sphere.
    private struct Point {
        let x: Double
        let y: Double
        let z: Double
    }

    private var points: [Point] = []

    init() {}

    mutating func reserveCapacity(_ count: Int) { points.reserveCapacity(count) }

    mutating func append(_ position: Coordinates) { points.append(Self.point(position)) }

    /// Returns the positions within a radius, in the order of the table.
    ///
    /// - Parameter position: returns the position at an index.
    func within(
        _ radius: Double, of centre: Coordinates, position: (Int) -> Coordinates
    ) -> [Found] {
        let point = Self.point(centre)
        let farthest = Self.squaredChord(ofMetres: radius + 1)
        var found: [Found] = []
        for index in points.indices where Self.squaredChord(points[index], point) <= farthest {
            let metres = centre.metres(to: position(index))
            if metres <= radius { found.append(Found(index: index, metres: metres)) }
        }
        return found
    }

    /// Returns the nearest positions, nearest first. Equal distances are in the order of the table.
    func nearest(
        _ limit: Int, to centre: Coordinates, position: (Int) -> Coordinates
    ) -> [Found] {
        guard limit > 0, !points.isEmpty else { return [] }
        let point = Self.point(centre)
        var best: [Double] = []
        best.reserveCapacity(min(limit, points.count) + 1)
        for other in points {
            let square = Self.squaredChord(other, point)
            if best.count == limit {
                guard square < best[limit - 1] else { continue }
                best.removeLast()
            }
            best.insert(square, at: best.partitionPoint { $0 > square })
        }
        // Positions as far away as the last one after rounding are compared by the exact distance.
        let halfChord = min(best[best.count - 1].squareRoot() / 2, 1)
        let farthest = 2 * Coordinates.earthRadius * asin(halfChord)
        let found = within(farthest + 0.2, of: centre, position: position)
        return Array(found.sorted { ($0.metres, $0.index) < ($1.metres, $1.index) }.prefix(limit))
    }

    private static func point(_ position: Coordinates) -> Point {
        let latitude = position.latitude * .pi / 180
        let longitude = position.longitude * .pi / 180
        return Point(
            x: cos(latitude) * cos(longitude), y: cos(latitude) * sin(longitude),
            z: sin(latitude))
    }

    private static func squaredChord(_ one: Point, _ other: Point) -> Double {
        let x = one.x - other.x
        let y = one.y - other.y
        let z = one.z - other.z
        return x * x + y * y + z * z
    }

    private static func squaredChord(ofMetres metres: Double) -> Double {
        let half = min(metres / (2 * Coordinates.earthRadius), .pi / 2)
        let chord = 2 * sin(half)
        return chord * chord
    }
}
