import Client
import Foundation
import HTTPTypes
import HostilePeers
import TestSupport
import Testing

@testable import Delivery

/// The program killed while it makes a view.
@Suite(.timeLimit(.minutes(2)))
struct SetAsideViewTests {
    private static let view = "planner/week?monday=2026-05-04"
    private static let path = "/v1/main/views/\(view)"

    /// A week with so many entries that its view takes a while.
    private static let week =
        "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//example//test//EN\r\n"
        + (1...200).map { number in
            """
            BEGIN:VEVENT\r
            UID:\(number)@example.org\r
            DTSTAMP:20260501T080000Z\r
            DTSTART:20260504T070000Z\r
            DURATION:PT30M\r
            RRULE:FREQ=DAILY\r
            SUMMARY:Fish is delivered\r
            END:VEVENT\r

            """
        }.joined() + "END:VCALENDAR\r\n"

    /// Kills the hub while it makes the view, and restarts it.
    private func kill(_ hub: ServedHub, asking token: String) throws {
        let marks = hub.dataFolder + "/tablecast.work"
        let address = hub.address
        Thread.detachNewThread {
            _ = try? HTTPClient(address, token: token).perform(.get, Self.path)
        }
        while WorkSlots.entries(at: marks)?.contains(where: \.isInWork) != true { usleep(100) }
        hub.crash()
        try hub.begin()
        try hub.waitUntilServing()
    }

    @Test func `a view during which the hub was killed twice is refused until it is tried again`()
        throws
    {
        let commands = try CommandLine()
        let hub = try ServedHub(program: BuiltProgram.named("tablecast"))
        let token = try hub.token("owner")
        let http = HTTPClient(hub.address, token: token)
        hub.crash()
        try Data(Self.week.utf8).write(to: URL(fileURLWithPath: commands.path("week.ics")))
        let answer = try commands.run(
            ["import", "ics", "week.ics", "--data", hub.dataFolder, "--calendar", "main"])
        #expect(answer.output.hasPrefix("200 added"))
        try hub.begin()
        try hub.waitUntilServing()
        // A kill may come too late, after the view was made.
        while !hub.log.contains("is set aside") { try kill(hub, asking: token) }
        #expect(try http.perform(.get, Self.path).status == 503)
        #expect(try http.perform(.get, "/v1/main/views/waitlist/host").status == 200)
        let name = "planner/week%3Fmonday%3D2026-05-04"
        #expect(try http.perform(.post, "/v1/main/set-aside?name=\(name)").status == 204)
        #expect(try http.perform(.get, Self.path).status == 200)
    }
}
