import JSON
import TestSupport
import Testing

@testable import BoardKit
@testable import NearbyBoard

@Suite struct StopIndexTests {
    private func coordinates(_ text: String) throws -> Coordinates {
        try #require(Coordinates(text))
    }

    private func index(_ csv: String, zips: String? = nil) throws -> StopIndex {
        let header = "stop_id,stop_name,display_name,town,aliases,lat,lon\n"
        let stops = try StopFile(Array((header + csv).utf8)).stops
        let zipRows = try zips.map {
            try ZipFile(Array(("zip,city,lat,lon\n" + $0).utf8)).zips
        }
        return StopIndex(
            stops: [("njt", StoredRows(stops))], zips: [StoredRows(zipRows ?? [])])
    }

    private func ids(_ results: StopIndex.Results) -> [String] {
        results.found.map { String($0.id.dropFirst("njt:".count)) }
    }

    private func stations() throws -> StopIndex {
        try index(
            """
            1,30TH ST. PHL.,,Philadelphia,,39.9,-75.1
            2,NEWARK BROAD ST,,Newark,,40.74,-74.17
            3,NEWARK PENN STATION,,Newark,Gateway;Raymond Plaza,40.73,-74.16
            4,BROAD STREET LIGHT RAIL STA,,Newark,,40.72,-74.18
            5,PENNSAUKEN TRANSIT CENTER,,Pennsauken,,39.97,-75.06
            6,PRINCETON JCT.,,West Windsor,,40.31,-74.62
            7,SUMMIT,"Summit, N.J.",Summit,,40.71,-74.35
            8,Môntclair Hts,,Clifton,,40.85,-74.2
            9,NEW YORK PENN STATION,,New York,,40.75,-73.99
            """,
            zips: """
                07901,Summit,40.7,-74.36
                08608,Trenton,40.22,-74.77
                08544,Penns Neck,40.32,-74.63
                08618,Penns Neck,40.3,-74.6
                99999,Nowhere,10,10
                """)
    }

    @Test(arguments: [
        ("  Môntclair--HTS. ", "montclair hts"), ("İ'ß\u{301}", "i ss"), ("a\u{2028}«b»", "a b"),
        ("🍕 & Co", "🍕 co"), ("Łódź, ŒUVRE", "lodz oeuvre"), ("麺屋、とびうお", "麺屋 とひうお"), ("-", ""),
        ("a\u{0}b", "a b"),
    ])
    func `folding removes case and accents, and turns punctuation into single spaces`(
        text: String, folded: String
    ) {
        expectEqual(FoldedText.foldWords(text), folded)
    }

    @Test(arguments: [
        ("newark", ["2", "3", "4"]), ("NEWARK ", ["2", "3", "4"]), ("ark", ["4", "2", "3"]),
        ("penn", ["5", "9", "3"]), ("Penn Station", ["9", "3"]), ("station penn", ["9", "3"]),
        ("n station", ["4", "9", "3"]), ("st.", ["1", "4", "9", "2", "3", "6"]),
        ("raymond", ["3"]), ("n.j.", ["7", "6"]), ("montclair", ["8"]), ("MÔNT", ["8"]),
        ("west wind", ["6"]), ("k pe", ["9", "3"]), ("ewark br", ["2"]), ("zzz", []),
        ("broad newark", ["4", "2"]), ("y penn sta", ["9"]),
    ])
    func `finds a stop by any part of its name, or by the beginnings of its words`(
        text: String, expected: [String]
    ) throws {
        let results = try stations().search(text, limit: 20)
        expectEqual(ids(results), expected)
        expectEqual(results.total, expected.count)
    }

    @Test(arguments: [
        ("broad street", ["4", "2"]), ("broad st", ["4", "2"]), ("princeton junction", ["6"]),
        ("princeton junc", ["6"]), ("newark sta", ["4", "3"]), ("newark station", ["4", "3"]),
        ("30th philadelphia", ["1"]), ("transit ctr", ["5"]), ("penn sta", ["9", "3"]),
        ("junction station", []),
    ])
    func `abbreviations match their words, and the reverse`(
        text: String, expected: [String]
    ) throws {
        expectEqual(ids(try stations().search(text, limit: 20)), expected)
    }

    @Test func `ranks names that begin with the text first, then words that do, then the rest`()
        throws
    {
        let index = try index(
            """
            1,Old Elm,,,,1,1
            2,Elm,,,,1,1
            3,Helm,,,,1,1
            4,An Elm,,,,1,1
            5,Elmwood,,,,1,1
            6,Zoo,,Elm,,1,1
            7,X,Elms,,,1,1
            8,Whelm,,,Elmo,1,1
            """)
        expectEqual(ids(index.search("elm", limit: 20)), ["2", "7", "5", "4", "1", "8", "6", "3"])
        expectEqual(
            index.search("elm", limit: 20).found.map(\.why),
            [.name, .name, .name, .name, .name, .name, .town, .name])
        expectEqual(ids(index.search("elm", limit: 3)), ["2", "7", "5"])
        expectEqual(index.search("elm", limit: 3).total, 8)
    }

    @Test func `finds a stop by its town if its names do not match`() throws {
        let stations = try stations()
        expectEqual(stations.search("newark", limit: 9).found.map(\.why), [.name, .name, .town])
        expectEqual(stations.search("west", limit: 9).found.map(\.why), [.town])
        expectEqual(stations.search("jct windsor", limit: 9).found.map(\.why), [.town])
    }

    @Test(arguments: ["", " ", ".", " /'- "])
    func `an empty text returns all stops by name`(text: String) throws {
        let results = try stations().search(text, limit: 3)
        expectEqual(ids(results), ["1", "4", "8"])
        expectEqual(results.total, 9)
        #expect(results.found.allSatisfy { $0.why == .name && $0.metres == nil })
    }

    @Test func `a postcode finds the stops within ten miles of its centre, nearest first`() throws {
        let results = try stations().search(" 07901 ", limit: 20)
        expectEqual(ids(results), ["7", "4"])
        expectEqual(results.total, 2)
        expectEqual(results.found.map(\.why), [.zip, .zip])
        let centre = try coordinates("40.7,-74.36")
        expectEqual(
            results.found.map(\.metres),
            [
                centre.metres(to: try coordinates("40.71,-74.35")),
                centre.metres(to: try coordinates("40.72,-74.18")),
            ])
        try expectEqual(stations().search("99999", limit: 20).total, 0)
        try expectEqual(stations().search("0790", limit: 20).total, 0)
    }

    @Test func `a town without stops of its own finds the stops around its postcodes`() throws {
        let stations = try stations()
        let results = stations.search("Penns neck", limit: 20)
        expectEqual(ids(results), ["6"])
        expectEqual(results.found.first?.why, .town)
        let nearer = try coordinates("40.32,-74.63").metres(to: coordinates("40.31,-74.62"))
        expectEqual(results.found.first?.metres, nearer)
        expectEqual(stations.search("summit", limit: 20).found.map(\.why), [.name])
        expectEqual(stations.search("penns", limit: 20).found.map(\.why), [.name])
        expectEqual(stations.search("trent", limit: 20).total, 0)
    }

    @Test func `a position finds all stops, nearest first`() throws {
        let stations = try stations()
        let results = stations.search("40.31, -74.62", limit: 2)
        expectEqual(ids(results), ["6", "7"])
        expectEqual(results.total, 9)
        expectEqual(results.found.map(\.why), [.near, .near])
        expectEqual(results.found.first?.metres, 0)
        try expectEqual(stations.nearest(to: coordinates("40.31,-74.62"), limit: 2), results)
    }

    @Test func `finds a stop by its feed and its id`() throws {
        let one = try StopFile(Array("stop_id,stop_name,lat,lon\na,A,1,2\nb,B,1,2".utf8)).stops
        let index = StopIndex(
            stops: [("x", StoredRows(one)), ("w", StoredRows([one[0]]))], zips: [])
        expectEqual(index.stop("x:a")?.name, "A")
        expectEqual(index.stop("x:b")?.name, "B")
        expectEqual(index.stop("w:a")?.name, "A")
        for id in ["w:b", "a", "", "x:", "z:a"] { expectNil(index.stop(id)) }
        expectEqual(index.search("a", limit: 5).found.map(\.id), ["w:a", "x:a"])
        expectEqual(StopIndex(stops: [], zips: []).search("a", limit: 5).total, 0)
        expectEqual(StopIndex(stops: [], zips: []).search("1,2", limit: 5).total, 0)
    }

    @Test func `a result row has the stop's known values`() throws {
        let file = try StopFile(
            Array(
                "stop_id,stop_name,lat,lon,town,zip,mode\na,A B,1,2,T,07901,rail\nb,B,1,2,,,".utf8))
        let index = StopIndex(stops: [("f", StoredRows(file.stops))], zips: [])
        expectEqual(
            index.search("1,2", limit: 5).found.map(\.json),
            [
                [
                    "id": "f:a", "name": "A B", "town": "T", "zip": "07901", "mode": "rail",
                    "lat": 1, "lon": 2, "metres": 0, "why": "near",
                ],
                ["id": "f:b", "name": "B", "lat": 1, "lon": 2, "metres": 0, "why": "near"],
            ])
        expectEqual(
            index.search("b", limit: 1).found.map(\.json),
            [
                ["id": "f:b", "name": "B", "lat": 1, "lon": 2, "why": "name"]
            ])
    }
}
