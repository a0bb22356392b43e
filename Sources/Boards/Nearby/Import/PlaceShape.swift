import JSON

/// The geometry of an element: a list of points for each of its lines.
struct PlaceShape {
    private(set) var paths: [[Coordinates]] = []
    /// Whether a line can be drawn, which needs more than one point.
    var isLine: Bool { !lines.isEmpty }

    var lines: [[Coordinates]] { paths.filter { $0.count > 1 } }

    /// The middle of the covered area, across the date line if that is shorter.
    var middle: Coordinates? {
        let points = paths.joined()
        guard let first = points.first else { return nil }
        var latitudes = first.latitude...first.latitude
        var longitudes = first.longitude...first.longitude
        for point in points {
            latitudes = latitudes.including(point.latitude)
            // Use the longitude within half a turn of the first one.
            let turns = ((point.longitude - first.longitude) / 360).rounded()
            longitudes = longitudes.including(point.longitude - turns * 360)
        }
        let longitude = (longitudes.lowerBound + longitudes.upperBound) / 2
        return Coordinates(
            latitude: (latitudes.lowerBound + latitudes.upperBound) / 2,
            longitude: longitude - (longitude / 360).rounded() * 360)
    }
}

extension PlaceShape {
    /// Reads an element of Overpass: the `lat` and `lon` of a node, the `geometry` of a way, or the
    /// geometries of a relation's members.
    init(overpass element: [String: JSON]) {
        if let point = Self.point(element["lat"], element["lon"]) { paths = [[point]] }
        let parts = [element["geometry"]] + (element["members"]?.elements ?? []).map(\.["geometry"])
        for part in parts {
            // Overpass writes `null` for a part outside the requested area.
            let pieces = (part?.elements ?? []).split { $0.isNull }
            paths += pieces.map { $0.compactMap { Self.point($0["lat"], $0["lon"]) } }
        }
        paths.removeAll(where: \.isEmpty)
    }

    /// Reads a geometry of GeoJSON (RFC 7946).
    init(geoJSON geometry: JSON?) {
        let coordinates = geometry?["coordinates"]
        switch geometry?["type"]?.text {
        case "Point": paths = [[coordinates].compactMap { $0.flatMap(Self.point) }]
        case "MultiPoint": paths = (coordinates?.elements ?? []).map { [$0].compactMap(Self.point) }
        case "LineString": paths = [Self.path(coordinates)]
        case "MultiLineString", "Polygon": paths = (coordinates?.elements ?? []).map(Self.path)
        case "MultiPolygon":
            paths = (coordinates?.elements ?? []).flatMap { ($0.elements ?? []).map(Self.path) }
        case "GeometryCollection":
            paths = (geometry?["geometries"]?.elements ?? []).flatMap { Self(geoJSON: $0).paths }
        default: break
        }
        paths.removeAll(where: \.isEmpty)
    }

    private static func path(_ coordinates: JSON?) -> [Coordinates] {
        (coordinates?.elements ?? []).compactMap(point)
    }

    private static func point(_ coordinates: JSON) -> Coordinates? {
        guard let numbers = coordinates.elements, numbers.count >= 2 else { return nil }
        return point(numbers[1], numbers[0])
    }

    static func point(_ latitude: JSON?, _ longitude: JSON?) -> Coordinates? {
        guard case .number(let latitude) = latitude, case .number(let longitude) = longitude else {
            return nil
        }
        return Coordinates(latitude: latitude, longitude: longitude)
    }
}

extension ClosedRange<Double> {
    fileprivate func including(_ number: Double) -> Self {
        Swift.min(lowerBound, number)...Swift.max(upperBound, number)
    }
}
