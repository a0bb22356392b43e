import JSON
import TestSupport
import Testing

@testable import BoardKit
@testable import NearbyBoard

@Suite struct BaseMapTests {
    private let centre = Coordinates("40,-74")!

    private func path(_ points: String) -> [Coordinates] {
        points.split(separator: " ").compactMap { Coordinates(String($0)) }
    }

    private func map(_ lines: [BaseLine]) -> BaseMap { BaseMap([StoredRows(lines)]) }

    @Test func `returns the lines around a position as one feature of each kind`() {
        let map = map([
            BaseLine(kind: .rail, paths: [path("40,-74 40.01,-74.0123456")]),
            BaseLine(kind: .street, paths: [path("40,-74 40,-74.01"), path("40,-74 40.01,-74")]),
            BaseLine(kind: .street, paths: [path("39.99,-74 40,-74")]),
            BaseLine(kind: .water, paths: [path("50,-74 50,-74.01")]),
        ])
        expectEqual(
            map.geoJSON(near: centre, radius: 3219),
            [
                "type": "FeatureCollection",
                "features": [
                    [
                        "type": "Feature", "properties": ["kind": "street"],
                        "geometry": [
                            "type": "MultiLineString",
                            "coordinates": [
                                [[-74, 40], [-74.01, 40]], [[-74, 40], [-74, 40.01]],
                                [[-74, 39.99], [-74, 40]],
                            ],
                        ],
                    ],
                    [
                        "type": "Feature", "properties": ["kind": "rail"],
                        "geometry": [
                            "type": "MultiLineString",
                            "coordinates": [[[-74, 40], [-74.01235, 40.01]]],
                        ],
                    ],
                ],
            ])
        expectEqual(
            BaseMap([]).geoJSON(near: centre, radius: 100),
            ["type": "FeatureCollection", "features": []])
    }

    @Test func `draws only the parts of a line near the position`() {
        let long = path("40,-80 40,-74.001 40.001,-74 41,-74 42,-70 40.001,-73.999 39,-73.999")
        let lines = map([BaseLine(kind: .border, paths: [long])]).lines(near: centre, radius: 500)
        expectEqual(lines.map(\.paths), [[Array(long[0...3]), Array(long[4...6])]])
    }

    @Test func `draws a line that crosses the area without a point in it`() {
        let border = path("40,-75 40,-73")
        let lines = map([BaseLine(kind: .border, paths: [border])]).lines(near: centre, radius: 100)
        expectEqual(lines.map(\.paths), [[border]])
    }

    @Test func `finds lines across the date line and at a pole`() {
        let map = map([
            BaseLine(kind: .water, paths: [path("-17,179.99 -17,180")]),
            BaseLine(kind: .water, paths: [path("-17,-179.99 -17,-180")]),
            BaseLine(kind: .water, paths: [path("89.999,10 89.999,20")]),
        ])
        let fiji = Coordinates("-17,179.999")!
        expectEqual(map.lines(near: fiji, radius: 5000).first?.paths.count, 2)
        expectEqual(map.lines(near: Coordinates("90,-100")!, radius: 500).first?.paths.count, 1)
    }

    @Test func `simplifies a line with too many points but keeps its shape`() throws {
        let wave = (0...4000).map { (step: Int) -> Coordinates in
            var latitude = step % 2 == 0 ? 40.0 : 40.000001
            if step == 2000 { latitude = 40.01 }
            return Coordinates(
                latitude: latitude, longitude: Double(step - 7_402_000) / 100_000)!
        }
        let lines = map([BaseLine(kind: .street, paths: [wave])])
            .lines(near: centre, radius: 3219, pointsMax: 50)
        let thinned = try #require(lines.first?.paths.first)
        #expect(thinned.count <= 50)
        #expect(thinned.first == wave.first && thinned.last == wave.last)
        #expect(thinned.contains(wave[2000]))
    }

    @Test func `draws the longest of too many lines`() {
        let streets = (1...100).map { number in
            BaseLine(kind: .street, paths: [path("40,-74 \(40 + Double(number) / 10_000),-74")])
        }
        let lines = map(streets).lines(near: centre, radius: 3219, pointsMax: 20)
        expectEqual(lines.first?.paths.count, 10)
        expectEqual(lines.first?.paths.allSatisfy { $0[1].latitude > 40.009 }, true)
    }

    @Test func `a map never exceeds the maximum number of points`() {
        var random = NearbyGenerator(seed: 12)
        for pointsMax in [2, 3, 10, 500, 5000] {
            let lines = (0..<40).map { _ in
                BaseLine(
                    kind: random.pick(BaseLine.Kind.allCases),
                    paths: (0..<3).map { _ in
                        (0...random.number(1...120)).map { _ in random.position(in: 0.01) }
                    })
            }
            let drawn = map(lines).lines(
                near: Coordinates("0,0")!, radius: 40_000, pointsMax: pointsMax)
            let paths = drawn.flatMap(\.paths)
            #expect(paths.reduce(0) { $0 + $1.count } <= pointsMax)
            #expect(paths.allSatisfy { $0.count >= 2 } && !paths.isEmpty)
        }
    }
}
