import JSON
import TestSupport
import Testing

@testable import BoardKit
@testable import NearbyBoard

@Suite struct CoordinatesTests {
    private func position(_ latitude: Double, _ longitude: Double) throws -> Coordinates {
        try #require(Coordinates(latitude: latitude, longitude: longitude))
    }

    @Test func `distances and walks match those of an independent program`() throws {
        let cases = try VectorFile.cases("nearby/distances")
        #expect(cases.count > 50)
        for columns in cases {
            let numbers = (columns.elements ?? []).map { column in
                guard case .number(let number) = column else { return Double.nan }
                return number
            }
            let one = try position(numbers[0], numbers[1])
            let other = try position(numbers[2], numbers[3])
            expectEqual(one.metres(to: other), numbers[4], "\(columns)")
            expectEqual(other.metres(to: one), numbers[4], "\(columns)")
            expectEqual(Coordinates.walk(metres: numbers[4]), Int(numbers[5]), "\(columns)")
        }
    }

    @Test func `distance is symmetric, and zero between equal positions`() throws {
        var random = SeededGenerator(seed: 20)
        let poles = [-90.0, 90, 0, 1e-300]
        let edges = [-180.0, 180, 0, -179.9999999]
        for _ in 0..<5000 {
            let pick = {
                try position(
                    Bool.random(using: &random)
                        ? poles.randomElement(using: &random)!
                        : .random(in: -90...90, using: &random),
                    Bool.random(using: &random)
                        ? edges.randomElement(using: &random)!
                        : .random(in: -180...180, using: &random))
            }
            let one = try pick()
            let other = try pick()
            let metres = one.metres(to: other)
            #expect(metres >= 0 && metres <= 20_015_115)
            expectEqual(other.metres(to: one), metres)
            expectEqual(one.metres(to: one), 0)
        }
    }

    @Test func `a position is two decimal numbers within their ranges`() throws {
        try expectEqual(Coordinates("40.7165,-74.3578"), position(40.7165, -74.3578))
        try expectEqual(Coordinates(" -90 ,\t+1.8e2 "), position(-90, 180))
        let wrong = [
            "", ",", "1", "1,", "1,2,3", "90.1,0", "0,180.1", "nan,0", "0,inf", "0x1,0", "1 2,3",
            "1,2;", "one,two", "1,2,",
        ]
        for text in wrong { expectNil(Coordinates(text), "\(text)") }
    }

    @Test func `finds the same positions around a point as a linear search`() throws {
        var random = SeededGenerator(seed: 21)
        for centre in try [position(40, -74), position(90, 0), position(-17, 179.999)] {
            let positions = try (0..<2000).map { _ in
                var longitude = centre.longitude + .random(in: -2...2, using: &random)
                if longitude > 180 { longitude -= 360 }
                if centre.latitude == 90 { longitude = .random(in: -180...180, using: &random) }
                return try position(
                    min(90, centre.latitude + .random(in: -2...2, using: &random)), longitude)
            }
            var table = PositionTable()
            for position in positions { table.append(position) }
            let all = positions.indices.map {
                PositionTable.Found(index: $0, metres: centre.metres(to: positions[$0]))
            }
            for radius in [0, 100, 3219, 40_000, 20_015_115.0] {
                let found = table.within(radius, of: centre) { positions[$0] }
                expectEqual(found, all.filter { $0.metres <= radius })
            }
            let sorted = all.sorted { ($0.metres, $0.index) < ($1.metres, $1.index) }
            expectEqual(table.nearest(20, to: centre) { positions[$0] }, Array(sorted.prefix(20)))
            expectEqual(table.nearest(5000, to: centre) { positions[$0] }, sorted)
            expectEqual(table.nearest(0, to: centre) { positions[$0] }, [])
        }
    }
}
