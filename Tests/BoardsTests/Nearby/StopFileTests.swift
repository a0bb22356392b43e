import JSON
import TestSupport
import Testing

@testable import BoardKit
@testable import NearbyBoard
@testable import OrdersBoard

extension FeedProblems {
    /// The problems as the command prints them.
    var lines: [String] { listed.map { "\($0.at): \($0.message)" } }
}

extension StopFile {
    var stops: [Stop] { (try? StoredRows(feed: feed)).map(Array.init) ?? [] }
}

extension ZipFile {
    var zips: [Zip] { (try? StoredRows(feed: feed)).map(Array.init) ?? [] }
}

@Suite struct StopFileTests {
    private func read(_ text: String, countMax: Int = 100) throws(FeedFault) -> StopFile {
        try StopFile(Array(text.utf8), countMax: countMax)
    }

    private func fault(_ text: String) -> FeedFault? {
        do throws(FeedFault) {
            _ = try read(text)
            return nil
        } catch {
            return error
        }
    }

    private let header = "stop_id,stop_name,stop_lat,stop_lon\n"

    @Test func `reads stops with the columns in any order`() throws {
        let file = try read(
            "\u{FEFF}stop_lon,zone_id,stop_name,stop_id,stop_lat,stop_code,display_name,town,zip,"
                + "mode,aliases\r\n"
                + "-74.357807,9,\"SUMMIT, \"\"N. J.\"\"\",145,40.716549,95145,Summit,"
                + "Summit,07901,rail,Beechwood; The  Hill ;\r\n")
        let position = try #require(Coordinates(latitude: 40.716549, longitude: -74.357807))
        expectEqual(
            file.stops,
            [
                Stop(
                    id: "145", name: "SUMMIT, \"N. J.\"", code: "95145", displayName: "Summit",
                    town: "Summit", zip: "07901", mode: "rail",
                    aliases: ["Beechwood", "The Hill"], position: position)
            ])
        #expect(file.problems.isEmpty)
    }

    @Test func `stops reading a file with more lines than there are stops in the world`() {
        let lines = String(repeating: "x\n", count: JSONRecords.recordCountMax + 1)
        expectEqual(fault(header + lines)?.message, "The file has more than 1000000 records")
    }

    @Test func `accepts other column names, but prefers those of the contract`() throws {
        let file = try read(
            "stop_id,stop_name,lat,lon,zip_city,nearest_zip,town\na,A,1,2,C,07901,\nb,B,1,2,C,,T\n")
        expectEqual(file.stops.map(\.town), ["C", "T"])
        expectEqual(file.stops.map(\.zip), ["07901", nil])
    }

    @Test func `a JSON array of objects has texts or numbers, and null for absent values`() throws {
        let file = try read(
            """
            [{"stop_id": 145, "stop_code": null, "stop_name": "SUMMIT", "stop_desc": "",
              "stop_lat": 40.7, "stop_lon": "-74.3"},
             {"stop_id": "b", "stop_name": "B", "lat": 1, "lon": 2, "town": ["x"]}, 7,
             {"stop_id": "b", "stop_id": "c"}]
            """)
        expectEqual(file.stops.map(\.id), ["145"])
        expectEqual(file.stops.first?.position, Coordinates(latitude: 40.7, longitude: -74.3))
        expectEqual(
            file.problems.lines,
            [
                "line 3: town must be a text", "line 3, stop 3: The stop must be an object",
                "line 4: stop_id is there twice",
            ])
    }

    @Test func `reports a faulty stop by its line, and reads the others`() throws {
        let file = try read(
            header
                + """
                a,A,1,2
                b,B,91,2
                c,C,x,-180.1
                d,,1,2
                e,E,0,0.0
                a,Again,1,2
                ,F,1,
                g,"G
                g",1,nan
                h,H,1,2,3
                i,I"I,1,2
                j,J\u{7}J,1,2
                k,\(String(repeating: "k", count: 256)),1,2
                l,L,0,2,
                m,M,1e308,-1e308
                """)
        expectEqual(file.stops.map(\.id), ["a", "l"])
        expectEqual(
            file.problems.lines,
            [
                "line 3: stop_lat must be a number from -90 to 90",
                "line 4: stop_lat must be a number from -90 to 90",
                "line 4: stop_lon must be a number from -180 to 180",
                "line 5: stop_name is a required field.",
                "line 6: stop_lat and stop_lon must not both be 0",
                "line 7: stop_id is the same as in line 2",
                "line 8: stop_id is a required field.", "line 8: stop_lon is a required field.",
                "line 9: stop_lon must be a number from -180 to 180",
                "line 11: There are 5 fields for 4 columns",
                "line 12: A quote is inside a field without quotes",
                "line 13: stop_name must not contain control characters",
                "line 14: stop_name must be at most 255 characters",
                "line 16: stop_lat must be a number from -90 to 90",
                "line 16: stop_lon must be a number from -180 to 180",
            ])
    }

    @Test func `leaves out platforms whose station is in the file, and entrances`() throws {
        let file = try read(
            """
            stop_id,stop_name,stop_lat,stop_lon,location_type,parent_station
            p1,Track 1,1,2,0,s
            p2,Track 2,1,2,,s
            p3,Track 3,1,2,,gone
            p4,Track 4,1,2,,p4
            s,Station,1,2,1,
            e,,,,2,s
            b,,,,4,p1
            x,X,1,2,5,
            """)
        expectEqual(file.stops.map(\.id), ["p3", "p4", "s"])
        expectEqual(file.problems.lines, ["line 9: location_type must be 0, 1, 2, 3 or 4"])
    }

    @Test func `lists a hundred problems and counts the rest`() throws {
        let rows = (0..<130).map { ",N\($0),1,2" }.joined(separator: "\n")
        let file = try read(header + "a,A,1,2\n" + rows)
        expectEqual(file.problems.listed.count, 100)
        expectEqual(file.problems.more, 30)
    }

    @Test func `stops beyond a feed's limit are problems`() throws {
        let file = try read(header + "a,A,1,2\nb,B,1,2\nc,C,1,2\nd,D,1,2", countMax: 2)
        expectEqual(file.stops.map(\.id), ["a", "b"])
        expectEqual(
            file.problems.lines,
            [
                "line 4: A feed has at most 2 stops", "line 5: A feed has at most 2 stops",
            ])
        expectEqual(StopFile.countMax, 100_000)
    }

    @Test func `rejects a file of another kind and says what was expected`() {
        let expected =
            "The file must be CSV in UTF-8 with the columns stop_id, stop_name, stop_lat, stop_lon,"
            + " or a JSON array of objects with these names"
        for text in ["", "\n", "<html>", "PK\u{3}\u{4}", "stop_id,stop_name\n1,A", "a\"b,c\n1,2"] {
            expectEqual(fault(text), FeedFault(.wrongKind, expected), "\(text)")
        }
        expectEqual(
            fault(#"{"stops":[]}"#),
            FeedFault(
                .unreadable, "The file must be a JSON array, which begins with [ (line 1)"))
        expectEqual(
            fault("[{\"stop_id\":1},\n{]"),
            FeedFault(.unreadable, "A member's name is missing (line 2)"))
        expectEqual(
            fault("stop_id,stop_name,lat,lon,stop_id\n"),
            FeedFault(.unreadable, "The column stop_id is there twice"))
    }

    @Test func `rejects a file that is not UTF-8`() {
        let latin: [UInt8] = Array(header.utf8) + [0x61, 0x2C, 0xE9, 0x2C, 0x31, 0x2C, 0x32]
        #expect(throws: FeedFault(.wrongKind, "The file must be UTF-8, which line 2 is not")) {
            try StopFile(latin)
        }
        let wide: [UInt8] = [0xFF, 0xFE] + header.utf8.flatMap { [$0, 0] }
        #expect(throws: FeedFault(.wrongKind, "The file must be UTF-8, which line 1 is not")) {
            try StopFile(wide)
        }
    }

    @Test func `rejects a file without a readable stop, and lists its problems`() {
        expectEqual(fault(header), FeedFault(.unreadable, "No stop can be read"))
        expectEqual(fault("[]"), FeedFault(.unreadable, "No stop can be read"))
        let refused = fault(header + "a,A,100,2")
        expectEqual(refused?.message, "No stop can be read")
        expectEqual(
            refused?.problems.lines,
            [
                "line 2: stop_lat must be a number from -90 to 90"
            ])
    }

    @Test(arguments: [
        ("30TH ST. PHL.", "30th St. Phl."), ("O'HARE", "O'hare"),
        ("BEVERLY/EDGEWATER PARK [RR]", "Beverly/Edgewater Park [Rr]"), ("ÉTOILE", "Étoile"),
        ("McLean", "McLean"), ("42", "42"), ("東京", "東京"), ("A", "A"),
    ])
    func `shows a name in capitals in title case`(name: String, shown: String) throws {
        let position = try #require(Coordinates("1,2"))
        expectEqual(Stop(id: "1", name: name, position: position).shownName, shown)
        expectEqual(
            Stop(id: "1", name: name, displayName: "So", position: position).shownName, "So")
    }

    @Test func `reads postcodes from a CSV file`() throws {
        let file = try ZipFile(
            Array(
                """
                state,zip,city,county,lat,lon
                NJ,07901,Summit,Union,40.7,-74.3
                NJ,07901,Summit,Union,40.7,-74.3
                NJ,,Summit,Union,40.7,400
                """.utf8))
        let position = try #require(Coordinates("40.7,-74.3"))
        expectEqual(file.zips, [Zip(code: "07901", town: "Summit", position: position)])
        expectEqual(
            file.problems.lines,
            [
                "line 3: zip is the same as in line 2", "line 4: zip is a required field.",
                "line 4: lon must be a number from -180 to 180",
            ])
        let expected = "The file must be CSV in UTF-8 with the columns zip, city, lat, lon"
        for text in ["[]", "zip,city\n", "<"] {
            #expect(throws: FeedFault(.wrongKind, expected)) { try ZipFile(Array(text.utf8)) }
        }
        #expect(throws: FeedFault(.unreadable, "No postcode can be read")) {
            try ZipFile(Array("zip,city,lat,lon\n".utf8))
        }
    }
}
