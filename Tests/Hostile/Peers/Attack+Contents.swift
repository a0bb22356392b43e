import Foundation

/// Attackers with a host's sign-in, who upload as much as they can.
extension Attack {
    /// Weeks of calendars whose cost is a product of numbers: series that overlap, series that have
    /// to be counted from long ago, rules with long lists, and thousands of events at one hour.
    public static let crowdedWeeks = Attack(
        name: "weeks of crowded calendars", peerCount: 12, memoryMebibytesMax: 256,
        eventsMax: 20
    ) { bytes in
        (0..<60).map { peer in
            // Each connection requests different weeks, from the week of the many events on.
            let weeks = (0..<12).map { number in
                let day = Self.monday.addingTimeInterval(Double(12 * peer + number) * 604_800)
                return "planner/week?monday=\(day.formatted(.iso8601.year().month().day()))"
            }
            switch peer % 3 {
            case 0:
                return bytes.conversation(
                    "weeks by requests",
                    weeks.prefix(4).map { bytes.request("GET /v1/main/views/\($0)", as: "host") },
                    gets: [.ended])
            case 1:
                let months = (1...4).map { "planner/month?month=\(2026 + peer)-0\($0)" }
                let messages = (weeks + months).map {
                    HostileBytes.text(#"{"type":"subscribe","view":"\#($0)"}"#)
                }
                let bearer = "Authorization: Bearer \(bytes.secrets["host"] ?? "")"
                return PeerPlan(
                    "weeks by messages",
                    [
                        .send(bytes.upgrade([bearer])), .awaitHead,
                        .send(Array(messages.joined())), .send(HostileBytes.badMessages),
                    ], gets: [.closeCode(4400)])
            default:
                let events = (0..<5).map { number in
                    bytes.mutation(
                        "planner.add",
                        #""title":"One more","start":"2026-05-04T10:00","minutes":60"#,
                        id: "more-\(peer)-\(number)", as: "host")
                }
                return bytes.conversation("more events", events, gets: [.ended, .status(429)])
            }
        }
    }.prepared { foothold in
        try foothold.signIn("host")
        let minutes = (0..<60).map(String.init).joined(separator: ",")
        let places = (1...366).map { "\($0),-\($0)" }.joined(separator: ",")
        let kinds: [(Int, String, String)] = [
            (3_000, ":20260104T100000Z", "DURATION:P31D\r\nRRULE:FREQ=DAILY"),
            (
                1_000, ":19700101T100000Z",
                "DURATION:PT1H\r\nRRULE:FREQ=DAILY;BYMONTH=2,5;COUNT=2147483647"
            ),
            (
                1_000, ";TZID=Europe/Berlin:19700101T100000",
                "DURATION:PT1H\r\nRRULE:FREQ=DAILY;COUNT=2147483647"
            ),
            (
                200, ":20200101T100000Z",
                "RRULE:FREQ=MINUTELY;BYMINUTE=\(minutes);BYSETPOS=\(places)"
            ),
            (4_000, ":20260504T100000Z", "DURATION:PT1H"),
        ]
        for (index, (count, start, lines)) in kinds.enumerated() {
            let events = (0..<count).map { number in
                "BEGIN:VEVENT\r\nUID:\(number)@\(index)\r\nDTSTAMP:20260101T000000Z\r\n"
                    + "SUMMARY:Event\r\nDTSTART\(start)\r\n\(lines)\r\nEND:VEVENT\r\n"
            }
            try foothold.upload(
                "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\n\(events.joined())"
                    + "END:VCALENDAR\r\n", "text/calendar", to: "planner/import", as: "host")
        }
    }

    /// 4 May 2026.
    private static let monday = Date(timeIntervalSince1970: 1_777_852_800)

    /// Files of commas, complete ones and endless ones.
    public static let uploads = Attack(
        name: "unfinished uploads", peerCount: 12,
        hastenedLimits: ["progress-seconds=3"],
        memoryMebibytesMax: 256
    ) { bytes in
        let commas = [UInt8](repeating: UInt8(ascii: ","), count: 16_384)
        func upload(_ name: String, times: Int, gets: Set<PeerOutcome>) -> PeerPlan {
            let head = bytes.request(
                "POST /v1/main/nearby/stops", as: "host",
                ["Content-Type: text/csv", "Content-Length: \(2_500 * 16_384)"])
            return PeerPlan(
                name, [.send(head), .flood(commas, times: times)],
                gets: gets.union([.status(429), .reset]))
        }
        return Array(
            repeating: upload("an upload that stops", times: 2_499, gets: [.status(408)]), count: 5)
            + [upload("a whole upload", times: 2_500, gets: [.status(422)])]
    }.prepared { try $0.signIn("host") }
}
