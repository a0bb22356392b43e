import JSON

/// Attackers with sign-ins or tickets.
extension Attack {
    private static let numbers = [
        "9223372036854775807", "9223372036854775808", "-9223372036854775808",
        "18446744073709551616", "99999999999999999999999", "1e308", "2147483648",
    ]

    /// The largest and smallest numbers, wherever a peer can send one.
    public static let extremeNumbers = Attack(
        name: "extreme numbers", peerCount: 120, memoryMebibytesMax: 48
    ) { bytes in
        let events = numbers.map { number in
            PeerPlan(
                "events since \(number)",
                [
                    .send(bytes.request("GET /v1/main/events?since=\(number)", as: "owner")),
                    .awaitHead, .reset,
                ], gets: [.left, .status(400)])
        }
        let lengths = numbers.map { number in
            PeerPlan(
                "a body of \(number)",
                [
                    .send(
                        bytes.request(
                            "POST /v1/main/mutations", as: "owner", ["Content-Length: \(number)"]))
                ], gets: [.status(400), .status(413)])
        }
        let chunks = PeerPlan(
            "a chunk without end",
            [
                .send(
                    bytes.request(
                        "POST /v1/main/mutations", as: "owner", ["Transfer-Encoding: chunked"])
                        + Array("FFFFFFFFFFFFFFFF\r\n".utf8))
            ], gets: [.status(400), .status(413)])
        return [requests(of: bytes), messages(of: bytes), events, lengths, [chunks]]
            .flatMap(\.self)
    }.prepared { try $0.signIn("owner") }

    private static func requests(of bytes: HostileBytes) -> [PeerPlan] {
        let arguments = [
            ("waitlist.add", #""name":"Ada","size":N"#), ("waitlist.undo", #""rev":N"#),
            ("planner.undo", #""rev":N"#), ("nearby.configure", #""lat":N,"radius":N"#),
            ("orders.add_dish", #""section":"s_1","name":"Soup","price":N"#),
            ("orders.stock", #""dish":"x_1","count":N"#),
            ("planner.configure", #""pollSeconds":N"#),
        ]
        let addresses = [
            "views/waitlist/host?rev=N", "events/N", "views/planner/week?monday=N-01-05",
            "maze?size=N", "nearby/search?lat=N&lon=N&radius=N",
        ]
        let files = [
            ("nearby/stops", "text/csv", "stop_id,stop_name,stop_lat,stop_lon\n1,Main,N,N\n"),
            ("nearby/places", "application/json", #"{"elements":[{"id":N,"lat":N,"lon":N}]}"#),
            (
                "planner/import?dry=1", "text/calendar",
                "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VEVENT\r\nUID:N\r\nDTSTART:20260504\r\n"
                    + "DURATION:PND\r\nRRULE:FREQ=DAILY;INTERVAL=N;COUNT=N;BYSETPOS=N\r\n"
                    + "SEQUENCE:N\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
            ),
        ]
        func filled(_ name: String, _ request: (String) -> [UInt8]) -> PeerPlan {
            bytes.conversation(
                "\(name) with extreme numbers", numbers.map(request),
                // Some of the numbers are valid.
                gets: [
                    .ended, .status(400), .status(404), .status(409), .status(422), .status(429),
                ])
        }
        return arguments.map { action, arguments in
            filled(action) { number in
                bytes.mutation(action, arguments.replacing("N", with: number), as: "owner")
            }
        }
            + addresses.map { address in
                filled(address) { number in
                    bytes.request(
                        "GET /v1/main/\(address.replacing("N", with: number))", as: "owner",
                        ["Last-Event-ID: e:\(number)", "Range: bytes=\(number)-"])
                }
            }
            + files.map { address, type, file in
                filled(address) { number in
                    bytes.request(
                        "POST /v1/main/\(address)", as: "owner", ["Content-Type: \(type)"],
                        content: file.replacing("N", with: number))
                }
            }
    }

    private static func messages(of bytes: HostileBytes) -> [PeerPlan] {
        [
            #"{"type":"ping","n":N}"#,
            #"{"type":"ping","n":1,"drift":{"view":"waitlist/display","rev":N}}"#,
            #"{"type":"subscribe","view":"waitlist/display","since":{"epoch":"e","rev":N}}"#,
            #"{"type":"mutate","id":"m","action":"waitlist.undo","args":{"rev":N},"ifRev":N}"#,
        ].enumerated().map { index, message in
            let texts = numbers.map { HostileBytes.text(message.replacing("N", with: $0)) }
            return PeerPlan(
                "message \(index) with extreme numbers",
                [
                    .send(bytes.upgrade), .awaitHead, .send(Array(texts.joined())),
                    .send(HostileBytes.badMessages),
                ], gets: [.closeCode(4400)])
        }
    }

    /// Friends of one round, over requests and connections, whose ticket permits two changed
    /// answers a second.
    public static let guests = Attack(
        name: "flood by guests of one ticket", peerCount: 400, memoryMebibytesMax: 48,
        eventsMax: 160
    ) { bytes in
        let answers = ["yes", "no", "maybe"]
        return (0..<400).map { peer in
            let changes = (0..<30).map { number in
                let arguments =
                    #""friend":"\#(bytes.secrets["friend"] ?? "")","#
                    + #""key":"\#(bytes.secrets["key"] ?? "")","#
                    + #""coming":"\#(answers[(peer + number) % 3])""#
                return (arguments, "answer-\(peer)-\(number)")
            }
            guard peer % 2 == 0 else {
                return bytes.conversation(
                    "a guest's requests",
                    changes.map { bytes.mutation("nearby.answer", $0, id: $1, as: "round") },
                    gets: [.ended, .status(429)])
            }
            let messages = changes.map {
                HostileBytes.text(HostileBytes.mutationText("nearby.answer", $0, id: $1))
            }
            return PeerPlan(
                "a guest's messages",
                [
                    .send(bytes.upgrade(["Authorization: Bearer \(bytes.secrets["round"] ?? "")"])),
                    .awaitHead, .send(Array(messages.joined())), .send(HostileBytes.badMessages),
                ], gets: [.closeCode(4400), .status(429)])
        }
    }.prepared(by: openRound)

    private static func openRound(_ foothold: inout Foothold) throws {
        try foothold.signIn("host")
        let round = try foothold.mutate("nearby.open", ["title": "Dinner"], as: "host")
        foothold.bytes.secrets["round"] = round?["ticket"]?.text
        let friend = try foothold.mutate(
            "nearby.join", ["round": round?["round"] ?? .null, "name": "Ada"], as: "round")
        for name in ["friend", "key"] { foothold.bytes.secrets[name] = friend?[name]?.text }
    }

    /// Every action that each role may not perform, as fast as it is refused. Most would undo the
    /// work of others.
    public static let forbidden = Attack(
        name: "flood of what one may not do", peerCount: 135, memoryMebibytesMax: 48
    ) { bytes in
        let changes = [
            "display waitlist.undo", "kitchen waitlist.undo", "waiter waitlist.undo",
            "engineer waitlist.undo", "guest waitlist.undo", "waiter planner.undo",
            "host planner.undo", "guest nearby.undo", "guest orders.undo", "kitchen notice.undo",
            "display waitlist.add", "guest waitlist.add", "host house.configure",
            "host house.invite", "host planner.add_feed", "waiter nearby.import",
        ]
        let addresses = [
            "display GET events", "waiter GET views/planner/week?monday=2026-05-04",
            "kitchen GET views/house/effects", "host GET views/planner/accounts",
            "guest GET views/waitlist/host", "host GET planner/address?feed=f_1",
            "display GET planner/export.ics?calendar=main", "waiter POST planner/import",
            "kitchen POST nearby/stops", "engineer POST pin", "host GET devices",
        ]
        func refused(_ row: String, _ request: (String, String) -> [UInt8]) -> PeerPlan {
            let words = row.split(separator: " ", maxSplits: 1).map(String.init)
            return bytes.conversation(
                row, Array(repeating: request(words[0], words[1]), count: 30),
                gets: [.status(403), .status(429)])
        }
        return changes.map { row in
            refused(row) { name, action in
                // The second event is the owner's calendar.
                bytes.mutation(action, action.hasSuffix("undo") ? #""rev":2"# : "", as: name)
            }
        }
            + addresses.map { row in
                refused(row) { name, address in
                    let start = address.replacing(" ", with: " /v1/main/")
                    return bytes.request(start, as: name, ["Content-Type: text/calendar"])
                }
            }
    }.prepared { foothold in
        try foothold.signIn("owner", "host", "waiter", "kitchen", "engineer", "display")
        let party = try foothold.mutate(
            "waitlist.add", ["name": "Ada", "size": 2], as: "host")
        foothold.bytes.secrets["guest"] = party?["ticket"]?.text
        try foothold.mutate("planner.add_calendar", ["name": "Book", "color": "teal"], as: "owner")
    }
}
