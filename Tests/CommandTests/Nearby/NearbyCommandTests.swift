import Foundation
import HostilePeers
import TestSupport
import Testing

/// `tablecast import stops`, `zips` and `places`, with the hub stopped.
@Suite(.timeLimit(.minutes(2)))
struct NearbyCommandTests {
    private let commands: CommandLine
    private let hub: ServedHub

    init() throws {
        commands = try CommandLine()
        hub = try ServedHub(program: BuiltProgram.named("tablecast"))
        hub.crash()
    }

    private func load(
        _ kind: String, _ text: String, _ options: String...
    ) throws -> CommandLine.Answer {
        try Data(text.utf8).write(to: URL(fileURLWithPath: commands.path("file")))
        return try commands.run(["import", kind, "file", "--data", hub.dataFolder] + options)
    }

    @Test func `reports what was imported, and what could not be read`() throws {
        let stops = "stop_id,stop_name,stop_lat,stop_lon\n1,Ada,1,2\n2,Bo,91,2\n"
        for _ in 1...2 {
            let answer = try load("stops", stops, "--feed", "njt")
            #expect(answer.status == 0)
            #expect(
                answer.output
                    == "1 imported\nline 3: stop_lat must be a number from -90 to 90\n")
        }
        #expect(try load("zips", "zip,city,lat,lon\n07901,Summit,1,2\n").output == "1 imported\n")
        let place = #"{"type":"node","id":1,"lat":1,"lon":2,"tags":{"amenity":"pub","name":"Ada"}}"#
        #expect(try load("places", "{\"elements\":[\(place)]}").output == "1 imported\n")
        let verified = try commands.run(["verify", "--data", hub.dataFolder])
        #expect(verified.status == 0, "\(verified)")
    }

    @Test func `rejects an unreadable file on standard error`() throws {
        let page = try load("stops", "<html></html>")
        #expect(page.status == 1)
        #expect(page.output == "")
        #expect(page.error.contains("stop_id, stop_name, stop_lat, stop_lon"))
        let nothing = try load("zips", "zip,city,lat,lon\n1,Ada,91,2\n")
        #expect(nothing.status == 1)
        #expect(nothing.error.contains("line 2: lat must be a number from -90 to 90"))
        #expect(try load("zips", "zip,city,lat,lon\n1,Ada,1,2\n", "--feed", "A b").status == 1)
    }

    @Test func `an import takes little more memory than a few copies of its file`() throws {
        let stops = (0..<10_000).map { number in
            let words = (0..<50).map { String(number * 50 + $0, radix: 36) + "word" }
            let names = words[..<25].joined(separator: " ")
            return "\(number),\(names),1,2,\(words[25...].joined(separator: " "))"
        }
        let file = (["stop_id,stop_name,lat,lon,town"] + stops).joined(separator: "\n")
        try Data(file.utf8).write(to: URL(fileURLWithPath: commands.path("file")))
        let limit = "ulimit -d $((\(file.utf8.count) / 1024 * 6 + 65536))"
        let answer = try commands.shell(
            "\(limit); tablecast import stops file --data '\(hub.dataFolder)'")
        #expect(answer == "10000 imported\n")
    }
}
