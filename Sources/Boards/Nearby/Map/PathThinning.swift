import Foundation

/// Simplifies paths to a maximum number of points.
///
/// The Ramer–Douglas–Peucker algorithm runs to the end once, and each point stores its distance
/// from the line that would be drawn without it. The points with the greatest distances are kept.
struct PathThinning {
    private let origin: Coordinates
    /// The length of a degree of longitude relative to one of latitude.
    private let shrink: Double

    /// - Parameter origin: a point near the paths.
    init(around origin: Coordinates) {
        self.origin = origin
        shrink = cos(origin.latitude * .pi / 180)
    }

    /// - Returns: the remaining points of each path; none for a path that is left out.
    func thin(_ paths: [[Coordinates]], pointsMax: Int) -> [[Coordinates]] {
        guard paths.reduce(0, { $0 + $1.count }) > pointsMax else { return paths }
        let projected = paths.map { $0.map(project) }
        let kept = longest(projected, countMax: pointsMax / 2)
        var weights = projected.enumerated().map { index, path in
            kept[index] ? Self.weights(of: path) : []
        }
        // The ends of each path are always kept.
        let endCount = 2 * kept.count { $0 }
        let inner = weights.joined().filter { $0 < .infinity }.sorted(by: >)
        let least = pointsMax - endCount < inner.count ? inner[pointsMax - endCount] : -1
        for index in weights.indices where weights[index].isEmpty {
            weights[index] = [Double](repeating: -1, count: paths[index].count)
        }
        return zip(paths, weights).map { path, weights in
            zip(path, weights).filter { $0.1 > least }.map(\.0)
        }
    }

    /// Marks the paths to keep: the longest ones.
    private func longest(_ paths: [[SIMD2<Double>]], countMax: Int) -> [Bool] {
        let lengths = paths.map { path in
            zip(path, path.dropFirst()).reduce(0) { $0 + Self.distance($1.0, $1.1) }
        }
        let order = paths.indices.sorted { (lengths[$1], $0) < (lengths[$0], $1) }
        var kept = [Bool](repeating: false, count: paths.count)
        for index in order.prefix(countMax) { kept[index] = true }
        return kept
    }

    private static let partMax = 500

    /// Returns the distance of each point from the line without it; infinity for the ends. A point
    /// weighs no more than the one that divides its part of the path.
    private static func weights(of path: [SIMD2<Double>]) -> [Double] {
        var weights = [Double](repeating: .infinity, count: path.count)
        // A long path is divided first, because a part costs up to the square of its length.
        let heaviest = Double.greatestFiniteMagnitude
        let ends = Array(stride(from: 0, to: path.count - 1, by: partMax)) + [path.count - 1]
        for end in ends.dropFirst().dropLast() { weights[end] = heaviest }
        var parts = zip(ends, ends.dropFirst()).map { (range: $0..<$1, weightMax: heaviest) }
        while let (range, weightMax) = parts.popLast() {
            let inner = (range.lowerBound + 1)..<max(range.upperBound, range.lowerBound + 1)
            guard !inner.isEmpty else { continue }
            var farthest = (index: inner.lowerBound, distance: -1.0)
            for index in inner {
                let distance = distance(
                    path[index], path[range.lowerBound], path[range.upperBound])
                if distance > farthest.distance { farthest = (index, distance) }
            }
            let weight = min(farthest.distance, weightMax)
            weights[farthest.index] = weight
            parts.append((range.lowerBound..<farthest.index, weight))
            parts.append((farthest.index..<range.upperBound, weight))
        }
        return weights
    }

    /// Returns the distance of a point from the straight line between two others.
    private static func distance(
        _ point: SIMD2<Double>, _ start: SIMD2<Double>, _ end: SIMD2<Double>
    ) -> Double {
        let line = end - start
        let square = (line * line).sum()
        guard square > 0 else { return distance(point, start) }
        let share = min(max(((point - start) * line).sum() / square, 0), 1)
        return distance(point, start + share * line)
    }

    private static func distance(_ one: SIMD2<Double>, _ other: SIMD2<Double>) -> Double {
        let difference = one - other
        return (difference * difference).sum().squareRoot()
    }

    private func project(_ point: Coordinates) -> SIMD2<Double> {
        let east = point.longitude - origin.longitude
        let turns = (east / 360).rounded()
        return SIMD2((east - turns * 360) * shrink, point.latitude - origin.latitude)
    }
}
