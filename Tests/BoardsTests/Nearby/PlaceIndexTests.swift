import Foundation
import JSON
import Sync
import TestSupport
import Testing

@testable import BoardKit
@testable import NearbyBoard

@Suite struct PlaceIndexTests {
    private let centre = Coordinates("40,-74")!
    /// A Thursday, 12:00 in New York.
    private let now = Instant("2026-11-26T17:00:00Z")!

    private var week: LocalWeek {
        LocalWeek(around: now, in: TimeZone(identifier: "America/New_York")!)
    }

    /// Returns a place this many thousandths of a degree (about 111 m) north of the centre.
    private func place(
        _ ref: String, _ name: String = "A", north: Int = 1,
        _ change: (inout Place) -> Void = { _ in }
    ) -> Place {
        var place = Place(
            ref: ref, name: name,
            position: Coordinates(latitude: 40 + Double(north) / 1000, longitude: -74)!)
        change(&place)
        return place
    }

    private func search(
        _ places: [Place], radius: Double = 3219, today: String = "2026-11-26",
        _ change: (inout PlaceQuery) -> Void = { _ in }
    ) -> PlaceIndex.Results {
        var query = PlaceQuery(centre: centre, radius: radius)
        change(&query)
        return PlaceIndex([StoredRows(places)]).search(query, in: week, today: today)
    }

    private func refs(_ results: PlaceIndex.Results) -> [String] { results.found.map(\.place.ref) }

    @Test func `finds places within the radius, nearest first, then by ref`() {
        let places = [
            place("d", north: 3), place("c", north: -1), place("b", north: 1),
            place("a", north: 30), place("e", north: 0),
        ]
        let results = search(places)
        expectEqual(refs(results), ["e", "b", "c", "d"])
        expectEqual(results.total, 4)
        expectEqual(results.found.map(\.metres), [0, 111.2, 111.2, 333.6])
        expectEqual(results.found.map(\.walk), [0, 2, 2, 6])
        expectEqual(refs(search(places, radius: 111.2)), ["e", "b", "c"])
        expectEqual(refs(search(places, radius: 111.1)), ["e"])
        let limited = search(places) { $0.limit = 2 }
        expectEqual(refs(limited), ["e", "b"])
        expectEqual(limited.total, 4)
        expectEqual(search([]).total, 0)
    }

    @Test func `a filter drops places with an unknown value`() {
        let places = [
            place("bar", "Zoë's Bar") { $0.kind = .bar },
            place("pizza", "Napoli") { $0.cuisine = ["pizza", "soul_food"] },
            place("cheap") { $0.price = 1 }, place("dear") { $0.price = 4 },
            place("good") { $0.rating = 4.5 }, place("bad") { $0.rating = 1 },
        ]
        expectEqual(refs(search(places) { $0.kind = .bar }), ["bar"])
        expectEqual(refs(search(places) { $0.cuisine = "Pizza" }), ["pizza"])
        expectEqual(refs(search(places) { $0.cuisine = "soul food" }), ["pizza"])
        expectEqual(refs(search(places) { $0.cuisine = "pizz" }), [])
        expectEqual(refs(search(places) { $0.priceMax = 3 }), ["cheap"])
        expectEqual(refs(search(places) { $0.priceMax = 4 }), ["cheap", "dear"])
        expectEqual(refs(search(places) { $0.ratingMin = 4.5 }), ["good"])
        expectEqual(refs(search(places) { $0.text = "ZOE S" }), ["bar"])
        expectEqual(refs(search(places) { $0.text = "food" }), ["pizza"])
        expectEqual(search(places) { $0.text = " . " }.total, 6)
        let both = search(places) {
            $0.text = "napoli"
            $0.kind = .bar
        }
        expectEqual(both.total, 0)
    }

    @Test func `distinguishes places that are open now from those with unknown hours`() {
        let places = [
            place("closed") { $0.hours = "Mo-Su 18:00-23:00" },
            place("odd") { $0.hours = "sunset" },
            place("open") { $0.hours = "Mo-Fr 09:00-14:30" }, place("unknown"),
            place("unlimited") { $0.hours = "24/7" },
        ]
        expectEqual(refs(search(places) { $0.isOpen = true }), ["open", "unlimited"])
        let found = search(places).found
        expectEqual(found.map(\.isOpen), [false, nil, true, nil, true])
        expectEqual(found.map(\.closesAt), [nil, nil, Instant("2026-11-26T19:30:00Z"), nil, nil])
    }

    @Test func `sorts unknown values last, and equal values by distance`() {
        let places = [
            place("a", "Émile", north: 4),
            place("b", "zoe", north: 3) {
                $0.rating = 4
                $0.price = 2
            },
            place("c", "Dan", north: 2) {
                $0.rating = 5
                $0.price = 3
            },
            place("d", "Zoë", north: 1) {
                $0.rating = 4
                $0.price = 2
            },
            place("e", "dan!", north: 2), place("f", "Fay", north: 2),
        ]
        expectEqual(refs(search(places) { $0.sort = .rating }), ["c", "d", "b", "e", "f", "a"])
        expectEqual(refs(search(places) { $0.sort = .price }), ["d", "b", "c", "e", "f", "a"])
        expectEqual(refs(search(places) { $0.sort = .name }), ["c", "e", "a", "f", "d", "b"])
        let limited = search(places) {
            $0.sort = .rating
            $0.limit = 1
        }
        expectEqual(refs(limited), ["c"])
        expectEqual(limited.total, 6)
    }

    @Test func `leaves out a place until its opening date`() {
        let places = [place("a"), place("b") { $0.openingDate = "2026-12-01" }]
        expectEqual(refs(search(places, today: "2026-11-30")), ["a"])
        expectEqual(refs(search(places, today: "2026-12-01")), ["a", "b"])
    }

    @Test func `takes a place in two feeds from the last one, and finds it by its ref`() {
        let index = PlaceIndex([
            StoredRows([place("b", "Old"), place("c")]),
            StoredRows([place("a"), place("b", "New")]),
        ])
        expectEqual(index.count, 3)
        expectEqual(index.place("b")?.name, "New")
        #expect(index.place("c") != nil && index.place("a") != nil)
        #expect(index.place("") == nil && index.place("bb") == nil && index.place("d") == nil)
    }

    @Test func `counts the places without a name within the radius`() {
        let far = Coordinates("50,-74")!
        let index = PlaceIndex([], unnamed: [StoredRows([centre, far]), StoredRows([centre])])
        let query = PlaceQuery(centre: centre, radius: 100)
        expectEqual(index.search(query, in: week, today: "2026-11-26").unnamed, 2)
    }

    @Test func `a result row has the place's known values`() {
        let full = place("a", "A") {
            $0.kind = .fastFood
            $0.cuisine = ["pizza", "kebab"]
            $0.address = "1 Elm St"
            $0.phone = "+1 201"
            $0.url = "https://a.example/"
            $0.rating = 4.5
            $0.reviews = 12
            $0.price = 2
            $0.wheelchair = "yes"
            $0.hours = "Mo-Fr 09:00-14:30"
        }
        expectEqual(
            search([full, place("b", "B", north: 2)]).found.map(\.json),
            [
                [
                    "ref": "a", "name": "A", "kind": "fast_food", "cuisine": ["pizza", "kebab"],
                    "lat": 40.001, "lon": -74, "metres": 111.2, "walk": 2, "address": "1 Elm St",
                    "phone": "+1 201", "url": "https://a.example/", "rating": 4.5, "reviews": 12,
                    "price": 2, "open": true, "closesAt": "2026-11-26T19:30:00.000Z",
                    "wheelchair": "yes",
                ],
                ["ref": "b", "name": "B", "lat": 40.002, "lon": -74, "metres": 222.4, "walk": 4],
            ])
    }

    @Test func `finds the same random places as a linear search`() {
        var random = NearbyGenerator(seed: 31)
        let places = (0..<500).map { random.place($0, in: 0.02) }
        let index = PlaceIndex([StoredRows(places)])
        for _ in 0..<60 {
            var query = PlaceQuery(
                centre: random.position(in: 0.02), radius: Double(random.number(100...4000)))
            query.sort = random.pick(PlaceQuery.Sort.allCases)
            query.isOpen = random.isLucky()
            query.kind = random.isLucky() ? nil : random.pick(PlaceKind.allCases)
            query.ratingMin = random.isLucky() ? nil : 2.5
            query.priceMax = random.isLucky() ? nil : 3
            query.text = random.isLucky() ? nil : "a"
            query.limit = 500
            let week = week
            let expected = places.filter { place in
                query.centre.metres(to: place.position) <= query.radius
                    && !place.opensAfter("2026-11-26")
                    && (query.kind == nil || place.kind == query.kind)
                    && (query.ratingMin.map { place.rating ?? 0 >= $0 } ?? true)
                    && (query.priceMax.map { place.price ?? 9 <= $0 } ?? true)
                    && (!query.isOpen || place.state(in: week)?.isOpen == true)
                    && (query.text == nil
                        || ([place.name] + place.cuisine).contains {
                            FoldedText.foldWords($0).contains("a")
                        })
            }.map { PlaceFound($0, metres: query.centre.metres(to: $0.position), in: week) }
            let results = index.search(query, in: week, today: "2026-11-26")
            expectEqual(results.total, expected.count)
            expectEqual(Set(refs(results)), Set(expected.map(\.place.ref)))
            let pairs = zip(results.found, results.found.dropFirst())
            #expect(pairs.allSatisfy { isInOrder($0, $1, by: query.sort) })
        }
    }

    private func isInOrder(
        _ one: PlaceFound, _ other: PlaceFound, by sort: PlaceQuery.Sort
    ) -> Bool {
        let keys: (Double, Double) =
            switch sort {
            case .distance: (0, 0)
            case .rating: (-(one.place.rating ?? 0), -(other.place.rating ?? 0))
            case .price: (Double(one.place.price ?? 9), Double(other.place.price ?? 9))
            case .name:
                FoldedText.foldWords(one.place.name) == FoldedText.foldWords(other.place.name)
                    ? (0, 0)
                    : FoldedText.foldWords(one.place.name).precedes(
                        FoldedText.foldWords(other.place.name)) ? (0, 1) : (1, 0)
            }
        return (keys.0, one.metres ?? 0) < (keys.1, other.metres ?? 0)
            || (keys.0 == keys.1 && one.metres == other.metres
                && one.place.ref.precedes(other.place.ref))
    }
}
