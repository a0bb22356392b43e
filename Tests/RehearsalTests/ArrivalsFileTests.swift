import Boards
import Foundation
import Rehearsal
import TestSupport
import Testing

struct ArrivalsFileTests {
    private func file(_ text: String) throws(ArrivalsFileError) -> ArrivalsFile {
        try ArrivalsFile(parsing: Array(text.utf8))
    }

    @Test func `an evening is read in the order of time`() throws {
        let file = try ArrivalsFile(parsing: VectorFile.bytes("arrivals.csv"))
        #expect(file.evenings == ["quiet", "lively"])
        #expect(
            try file.arrivals(of: "quiet") == [
                Arrival(second: 63_630, size: 4), Arrival(second: 65_100, size: 2),
                Arrival(second: 75_599, size: 1),
            ])
        #expect(
            try file.arrivals(of: "lively") == [
                Arrival(second: 68_370, size: 2), Arrival(second: 68_400, size: 3),
                Arrival(second: 68_400, size: 6),
            ])
    }

    @Test(arguments: [
        "evening,time,size\r\na,9:05,2\r\n", "evening,time,size\na,09:05,2",
        "\u{FEFF}evening,time,size\na,09:05:00,02\n\n\n", "size, time ,evening\n2 , 09:05 , a\n",
        "notes,evening,time,size\nnone,a,09:05,2\n",
    ])
    func `line ends, spaces, a byte order mark and other columns do no harm`(text: String) throws {
        let file = try file(text)
        #expect(try file.arrivals(of: "a") == [Arrival(second: 32_700, size: 2)])
    }

    @Test func `an evening that is not there is told with those that are`() throws {
        let file = try file("evening,time,size\nb,9:05,2\na,9:05,2\n")
        #expect {
            try file.arrivals(of: "c")
        } throws: { error in
            "\(error)" == "There is no such evening in the file; it has: b, a."
        }
    }

    @Test(arguments: [
        ("", "Line 1: The file is empty"), ("\n", "Line 1: The file must begin"),
        ("a,9:05,2\n", "Line 1: The file must begin with the header evening,time,size"),
        ("evening,time\n", "Line 1"), ("evening,time,size,size\n", "Line 1"),
        ("evening,time,size\na,9:05\n", "Line 2: There must be 3 fields"),
        ("evening,time,size\na,9:05,2,\n", "Line 2: There must be 3 fields"),
        ("evening,time,size\n\na,9:05,2\n,9:05,2\n", "Line 4: The evening has no name"),
        ("evening,time,size\na,24:00,2\n", "Line 2: The time"),
        ("evening,time,size\na,9:60,2\n", "Line 2: The time"),
        ("evening,time,size\na,9:5,2\n", "Line 2: The time"),
        ("evening,time,size\na,+9:05,2\n", "Line 2: The time"),
        ("evening,time,size\na,9:05:00:00,2\n", "Line 2: The time"),
        ("evening,time,size\na,:05,2\n", "Line 2: The time"),
        ("evening,time,size\na,9:05,0\n", "Line 2: The size"),
        ("evening,time,size\na,9:05,100\n", "Line 2: The size"),
        ("evening,time,size\na,9:05,-2\n", "Line 2: The size"),
        ("evening,time,size\na,9:05,\n", "Line 2: The size"),
        ("evening,time,size\na,9:05,99999999999999999999\n", "Line 2: The size"),
        ("evening,time,size\n\"a,b\",9:05,2\n", "Line 2: Quotes"),
    ])
    func `what can't be read is told with its line`(text: String, words: String) {
        #expect {
            try file(text)
        } throws: { error in
            "\(error)".hasPrefix(words)
        }
    }

    @Test func `bytes that are no UTF-8 are told with their line`() {
        let bytes = Array("evening,time,size\na,9:05,2\n".utf8) + [0xFF, 0x2C]
        #expect {
            try ArrivalsFile(parsing: bytes)
        } throws: { error in
            "\(error)" == "Line 3: The line is not UTF-8."
        }
    }
}
