import Destinations
import Dispatch
import HTTPTypes
import PlaceValues
import TestSupport
import Testing

@testable import PlaceSources

/// Requests to Yelp, the handling of its answers, and the cache.
@Suite struct YelpSourceTests {
    private static let area = SourceArea(latitude: 40.7, longitude: -74, radius: 3219)
    private static let address = "https://api.yelp.example/v3"

    private static func answer(
        _ question: YelpQuestion, _ source: YelpSource
    ) throws(SourceTrouble) -> YelpFinding {
        try source.answer(question, at: address, key: "secret-key", allowsPrivate: false)
    }

    private static func business(_ id: String, _ members: String = "") -> String {
        #"{"id": "\#(id)", "name": "Place \#(id)"\#(members.isEmpty ? "" : ", " + members)}"#
    }

    /// Returns a server with this many businesses, of which a page has at most `pageSize`.
    private static func server(of count: Int, pageSize: Int = 50) -> AnsweringServer {
        AnsweringServer { request in
            let query = request.destination.path.split(separator: "&")
            let number = { (name: String) in
                query.first { $0.hasPrefix(name + "=") }.flatMap {
                    Int($0.dropFirst(name.count + 1))
                } ?? 0
            }
            let offset = number("offset")
            let end = min(count, offset + min(number("limit"), pageSize))
            let page = (min(offset, end)..<end).map { business("b\($0)") }
            return .json(
                #"{"businesses": [\#(page.joined(separator: ","))], "total": \#(count)}"#)
        }
    }

    @Test func `a search follows all pages up to Yelp's limit`() throws {
        for (count, pages) in [(0, 1), (3, 1), (50, 1), (51, 2), (1000, 5)] {
            let server = Self.server(of: count)
            let found = try Self.answer(.around(Self.area), YelpSource(server.surroundings))
            #expect(found.places.count == min(count, 240))
            #expect(server.requests.count == pages)
        }
        let short = Self.server(of: 45, pageSize: 20)
        #expect(
            try Self.answer(.around(Self.area), YelpSource(short.surroundings)).places.count == 45)
        let last = try #require(try Self.server(of: 1000).lastPath(after: Self.area))
        #expect(last.contains("limit=40&offset=200"))
        #expect(last.contains("latitude=40.7&longitude=-74.0&radius=3219"))
    }

    @Test func `answers equal questions from memory for 22 hours`() throws {
        let server = Self.server(of: 3)
        let source = YelpSource(server.surroundings)
        let first = try Self.answer(.around(Self.area), source)
        server.clock.move(by: .seconds(22 * 3_600 - 1))
        #expect(try Self.answer(.around(Self.area), source) == first)
        #expect(source.known(.places(["b0", "b2"]), at: Self.address)?.places.count == 2)
        #expect(source.known(.places(["b0", "another"]), at: Self.address) == nil)
        #expect(source.known(.around(Self.area), at: "https://another.example") == nil)
        #expect(server.requests.count == 1)
        server.clock.move(by: .seconds(1))
        #expect(source.known(.around(Self.area), at: Self.address) == nil)
        #expect(source.known(.places(["b0"]), at: Self.address) == nil)
        _ = try Self.answer(.around(Self.area), source)
        #expect(server.requests.count == 2)
    }

    @Test func `drops expired answers even without further questions`() async throws {
        let server = Self.server(of: 3)
        let source = YelpSource(server.surroundings)
        _ = try Self.answer(.around(Self.area), source)
        #expect(source.placeCount == 3)
        server.clock.move(by: .seconds(22 * 3_600))
        while source.placeCount > 0 { await Task.yield() }
    }

    @Test func `leaves out members of a business that are missing, empty or wrong`() throws {
        let full = """
            "is_closed": false, "url": "https://yelp.example/biz/b", "review_count": 20, \
            "categories": [{"alias": "pizza", "title": "Pizza"}, {"alias": 7}], "rating": 4.5, \
            "coordinates": {"latitude": 40.7, "longitude": -74.0}, "price": "$$", \
            "location": {"display_address": ["1 Main St", "", "Hoboken, NJ"]}, \
            "display_phone": "", "phone": "+12015550151"
            """
        let wrong = """
            "review_count": 0, "rating": 3, "price": 2, "url": "", "categories": "none", \
            "coordinates": {"latitude": null, "longitude": "x"}, "location": null, "phone": null
            """
        let vast = """
            "review_count": 9223372036854775807, "rating": 1e308, \
            "coordinates": {"latitude": -1e308, "longitude": 1e308}, \
            "hours": [{"open": [{"day": 1e308, "start": "9999", "end": "-001"}]}]
            """
        let server = AnsweringServer { _ in
            .json(
                """
                {"total": 1e308, "businesses": [\(Self.business("full", full)),
                \(Self.business("wrong", wrong)), \(Self.business("vast", vast)), \(Self.business("gone", #""is_closed": true"#)),
                {"id": "nameless"}, 12]}
                """)
        }
        let places = try Self.answer(.around(Self.area), YelpSource(server.surroundings)).places
        #expect(places.map(\.id) == ["full", "wrong", "vast"])
        #expect((places[2].rating, places[2].reviews, places[2].hours) == (nil, nil, nil))
        let (first, second) = (places[0], places[1])
        #expect(first.address == "1 Main St, Hoboken, NJ")
        #expect(first.phone == "+12015550151")
        #expect(first.titles == ["Pizza"])
        #expect((first.rating, first.reviews, first.price) == (4.5, 20, 2))
        #expect((second.latitude, second.longitude) == (nil, nil))
        #expect((second.rating, second.price) == (nil, nil))
        #expect((second.url, second.address, second.phone) == (nil, nil, nil))
    }

    @Test func `fetches each business once, and follows one move`() throws {
        let server = AnsweringServer { request in
            switch request.destination.path {
            case "/v3/businesses/here": .json(Self.business("here"))
            case "/v3/businesses/old":
                .json(#"{"error": {"new_business_id": "new"}}"#, status: 301)
            case "/v3/businesses/new": .json(Self.business("new"))
            case "/v3/businesses/loop":
                .json(#"{"error": {"new_business_id": "old"}}"#, status: 301)
            default: .json(#"{"error": {"code": "BUSINESS_NOT_FOUND"}}"#, status: 404)
            }
        }
        let source = YelpSource(server.surroundings)
        let question = YelpQuestion.places(["here", "old", "loop", "never"])
        let found = try Self.answer(question, source).places
        #expect(found.map(\.id) == ["here", "old"])
        #expect(found.map(\.name) == ["Place here", "Place new"])
        let count = server.requests.count
        #expect(source.known(question, at: Self.address)?.places == found)
        #expect(server.requests.count == count)
    }

    @Test(
        arguments: [
            (401, "TOKEN_INVALID", TransferFailure.answered(401), 30 * 86_400),
            (429, "TOO_MANY_REQUESTS_PER_SECOND", .answered(429), 2),
            (429, "ACCESS_LIMIT_REACHED", .quota, 7_200),
            (500, "INTERNAL_SERVER_ERROR", .answered(500), nil),
            (400, "VALIDATION_ERROR", .answered(400), nil),
        ] as [(Int, String, TransferFailure, Int?)])
    func `an error has the pause before the next request`(
        status: Int, code: String, failure: TransferFailure, seconds: Int?
    ) {
        let server = AnsweringServer { _ in
            var fields = HTTPFields()
            // Two hours after the server's time.
            fields[HTTPField.Name("RateLimit-ResetTime")!] = "2026-05-04T12:00:00+00:00"
            return .json(#"{"error": {"code": "\#(code)"}}"#, status: status, fields)
        }
        #expect(throws: SourceTrouble(failure, secondsMin: seconds)) {
            try Self.answer(.around(Self.area), YelpSource(server.surroundings))
        }
    }

    @Test func `finds nothing in a region that Yelp does not know`() throws {
        let server = AnsweringServer { _ in
            .json(#"{"error": {"code": "LOCATION_NOT_FOUND"}}"#, status: 400)
        }
        #expect(
            try Self.answer(.around(Self.area), YelpSource(server.surroundings)).places.isEmpty)
    }

    @Test(arguments: ["", "<html></html>", "[]", #"{"businesses": {}}"#, #"{"total": 3}"#])
    func `reports an answer of another form as incomplete`(body: String) {
        let server = AnsweringServer { _ in .json(body) }
        #expect(throws: SourceTrouble(.notWhole)) {
            try Self.answer(.around(Self.area), YelpSource(server.surroundings))
        }
    }

    @Test func `writes regular hours in OpenStreetMap's form`() throws {
        let server = AnsweringServer { _ in
            .json(
                Self.business(
                    "b",
                    """
                    "hours": [{"hours_type": "REGULAR", "open": [
                    {"day": 0, "start": "1730", "end": "0200", "is_overnight": true},
                    {"day": 0, "start": "1130", "end": "1500"},
                    {"day": 6, "start": "0000", "end": "0000"}]}]
                    """))
        }
        let found = try Self.answer(.places(["b"]), YelpSource(server.surroundings)).places
        #expect(
            found.first?.hours == "Mo 11:30-15:00,17:30-02:00; Tu off; We off; Th off; Fr off; "
                + "Sa off; Su 00:00-24:00")
    }
}

extension AnsweringServer {
    /// Returns the path of the last page of a search.
    fileprivate func lastPath(after area: SourceArea) throws -> String? {
        _ = try YelpSource(surroundings).answer(
            .around(area), at: "https://api.yelp.example/v3", key: "k", allowsPrivate: false)
        return requests.last?.destination.path
    }
}
