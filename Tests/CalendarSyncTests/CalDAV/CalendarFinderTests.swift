import CalendarMerging
import CalendarPeers
import Destinations
import HTTPTypes
import Locks
import TestSupport
import Testing

@testable import CalendarSync

@Suite struct CalendarFinderTests {
    private var bench = CalDAVBench()
    private let work = RemoteCalendar(id: CalDAVBench.work, name: "Work", isReadOnly: false)

    @Test(
        arguments: [
            "https://cal.example", "https://cal.example/", "https://cal.example/dav/",
            "https://cal.example" + CalDAVState.principal, "https://cal.example" + CalDAVState.home,
            "https://cal.example" + CalDAVBench.work,
        ])
    mutating func `finds calendars from any URL that a person may have`(url: String) {
        bench.setURL(url)
        expectEqual(bench.find().remotes, [work])
    }

    @Test func `offers a calendar alone, and a home with all its calendars`() {
        var bench = CalDAVBench { state in
            state.calendars["holidays & more"] = CalDAVState.Calendar(
                title: "", isReadOnly: true)
        }
        let holidays = RemoteCalendar(
            id: CalDAVState.home + "holidays%20%26%20more/", name: "holidays & more",
            isReadOnly: true)
        expectEqual(bench.find().remotes, [work, holidays])
        bench.setURL("https://cal.example\(CalDAVState.home)holidays%20&%20more")
        expectEqual(bench.find().remotes, [holidays])
    }

    @Test func `does not offer a task list, even if requested alone`() {
        var bench = CalDAVBench { state in
            state.calendars["tasks"] = CalDAVState.Calendar(title: "Tasks", components: ["VTODO"])
        }
        expectEqual(bench.find().remotes, [work])
        bench.setURL("https://cal.example\(CalDAVState.home)tasks/")
        expectEqual(bench.find().remotes, [])
    }

    @Test mutating func `reports a wrong, missing or unreadable password`() {
        for password in ["other", nil] {
            bench.secrets.password = password
            expectEqual(bench.find(), .done([.refused(.wrongPassword)]))
        }
        bench.secrets.problem = .unreadable
        expectEqual(bench.find(), .done([.refused(.unreadable)]))
        bench.secrets = CalDAVBench.Secrets()
        bench.account.kind = .caldav(url: "https://cal.example/", user: "a:da")
        expectEqual(bench.find(), .done([.refused(.wrongPassword)]))
    }

    @Test(arguments: ["http://cal.example/", "https://cal example/", "ftp://cal.example/", ""])
    mutating func `does not connect to an invalid URL`(url: String) {
        bench.setURL(url)
        expectEqual(bench.find(), .done([.refused(.badAddress)]))
        #expect(bench.server.takeRequests().isEmpty)
    }

    @Test mutating func `allows plain http only for private addresses that an owner allowed`() {
        bench.setURL("http://cal.example/")
        bench.account.allowsPrivate = true
        expectEqual(bench.find().remotes, [work])
    }

    @Test(
        arguments: [
            ("0", 0), ("-1", nil), ("1000000000000000", 86_400), ("9223372036854775807", 86_400),
            ("9223372036854775808", 86_400), ("Fri, 31 Dec 9999 23:59:59 GMT", 86_400),
            ("Sun, 06 Nov 1994 08:49:37 GMT", 0), ("", nil), ("soon", nil),
        ] as [(String, Int?)])
    func `obeys Retry-After up to a day`(
        retryAfter: String, seconds: Int?
    ) {
        let bench = CalDAVBench()
        let answer = OutgoingAnswer(status: 503, fields: [.retryAfter: retryAfter])
        bench.server.setFault { _ in .answered(answer) }
        expectEqual(bench.find(), .failed(.answered(503), secondsMin: seconds))
    }

    static let page = OutgoingAnswer(
        status: 200, fields: [.contentType: "text/html"],
        body: Array("<!DOCTYPE html><html><body>Hello</body></html>".utf8))
    private static let busy = OutgoingAnswer(status: 503, fields: [.retryAfter: "120"])

    @Test(
        arguments: [
            (.answered(page), .done([.refused(.notCalDAV)])),
            (
                .answered(OutgoingAnswer(status: 207, body: page.body)),
                .done([.refused(.notCalDAV)])
            ),
            (.answered(OutgoingAnswer(status: 405)), .done([.refused(.notCalDAV)])),
            (.answered(OutgoingAnswer(status: 404)), .done([.refused(.notFound)])),
            (.answered(OutgoingAnswer(status: 403)), .done([.refused(.notFound)])),
            (.answered(OutgoingAnswer(status: 401)), .done([.refused(.wrongPassword)])),
            (.answered(busy), .failed(.answered(503), secondsMin: 120)),
            (.requestLost(.forbiddenAddress), .done([.refused(.privateAddress)])),
            (.requestLost(.untrusted("SSL")), .done([.refused(.certificate)])),
            (.requestLost(.failed("")), .failed(.unreachable, secondsMin: nil)),
            (.requestLost(.timedOut), .failed(.timedOut, secondsMin: nil)),
            (.cutOff(40), .failed(.notWhole, secondsMin: nil)),
        ] as [(CalDAVServer.Fault, CalendarAnswer)])
    func `maps each fault of a server to its failure`(
        fault: CalDAVServer.Fault, expected: CalendarAnswer
    ) {
        let bench = CalDAVBench()
        bench.server.setFault { _ in fault }
        expectEqual(bench.find(), expected)
    }

    @Test(
        arguments: [
            "http://cal.example/dav/", "//evil.example/dav/",
            "https://cal.example@evil.example/dav/",
        ])
    mutating func `follows no redirect to plain http or to an invalid URL`(
        target: String
    ) {
        bench.setURL("https://cal.example/start/")
        bench.server.setFault { request in
            request.destination.path == "/start/"
                ? .answered(OutgoingAnswer(status: 302, fields: [.location: target])) : nil
        }
        expectEqual(bench.find(), .done([.refused(.notCalDAV)]))
        expectEqual(bench.server.takeRequests().count, 1)
    }

    /// URLs of other servers, for use in answers.
    static let others = [
        "https://evil.example/dav/", "https://cal.co.uk:8443/dav/",
        "https://p42.cal.co.uk/dav/", "https://other.co.uk/dav/",
    ]

    @Test(arguments: others)
    mutating func `does not send the password to the target of a redirect`(target: String) {
        bench.setURL("https://cal.co.uk/start/")
        bench.server.setFault { request in
            request.destination.path == "/start/"
                ? .answered(OutgoingAnswer(status: 302, fields: [.location: target])) : nil
        }
        expectEqual(bench.find(), .done([.refused(.elsewhere, at: target)]))
        expectEqual(
            bench.server.takeRequests().map { $0.fields[.authorization] != nil }, [true, false])
    }

    @Test(arguments: others)
    func `does not send the password to another server that an answer names`(home: String) {
        let heard = Locked<[OutgoingRequest]>([])
        let server = AnsweringServer { request in
            heard.with { $0.append(request) }
            return request.fields[.authorization] == nil ? nil : Self.homeSet(home)
        }
        var bench = CalDAVBench()
        bench.client = CalDAVBench.client(of: server)
        bench.setURL("https://cal.co.uk/")
        expectEqual(bench.find(), .done([.refused(.elsewhere, at: home)]))
        expectEqual(bench.fetch(nil, home), .done([.refused(.elsewhere, at: home)]))
        for request in heard.with({ $0 }) {
            expectEqual(
                request.fields[.authorization] != nil,
                request.destination.origin == "https://cal.co.uk")
        }
    }

    @Test mutating func `follows a redirect to public calendars`() {
        bench.setURL("https://cal.example/start/")
        let calendar = "<d:resourcetype><d:collection/><c:calendar/></d:resourcetype>"
        bench.server.setFault { request in
            request.destination.host == "open.example"
                ? .answered(
                    OutgoingAnswer(status: 207, body: Array(Self.answer(calendar).utf8)))
                : .answered(
                    OutgoingAnswer(
                        status: 308, fields: [.location: "https://open.example/holidays"]))
        }
        expectEqual(bench.find().remotes?.map(\.id), ["https://open.example/holidays/"])
    }

    @Test(
        arguments: [
            .answered(
                OutgoingAnswer(status: 301, fields: [.location: "https://cal.example:8/cal/"])),
            .answered(OutgoingAnswer(status: 301, fields: [.location: "http://cal.example/cal/"])),
            .answered(OutgoingAnswer(status: 301, fields: [.location: "/.well-known/caldav"])),
            .answered(OutgoingAnswer(status: 401)), .answered(OutgoingAnswer(status: 503)),
            .answered(page), .requestLost(.timedOut), .requestLost(.untrusted("SSL")),
            .requestLost(.forbiddenAddress), .cutOff(40),
        ] as [CalDAVServer.Fault])
    mutating func `ignores a well-known URL with any fault`(
        fault: CalDAVServer.Fault
    ) {
        bench.setURL("https://cal.example")
        bench.server.setFault { request in
            if request.destination.port == 8 { return .requestLost(.failed("refused")) }
            return request.destination.path == "/.well-known/caldav" ? fault : nil
        }
        expectEqual(bench.find().remotes, [work])
    }

    @Test
    mutating func
        `a password that is wrong at the well-known address is wrong, whatever is at the root`()
    {
        bench.secrets.password = "other"
        bench.setURL("https://cal.example")
        bench.server.setFault { $0.destination.path == "/" ? .answered(Self.page) : nil }
        expectEqual(bench.find(), .done([.refused(.wrongPassword)]))
    }

    @Test
    mutating func
        `a redirection on the same host keeps the method and the body, and can't go in circles`()
        throws
    {
        bench.setURL("https://cal.example/start/")
        bench.server.setFault { request in
            request.destination.path == "/start/"
                ? .answered(
                    OutgoingAnswer(
                        status: 301, fields: [.location: "https://CAL.example:443/dav/"])) : nil
        }
        expectEqual(bench.find().remotes, [work])
        let requests = bench.server.takeRequests()
        expectEqual(requests[0].method, requests[1].method)
        expectEqual(requests[0].body, requests[1].body)
        bench.server.setFault { _ in
            .answered(OutgoingAnswer(status: 301, fields: [.location: "/start/"]))
        }
        expectEqual(bench.find(), .done([.refused(.notCalDAV)]))
    }

    private static func answer(_ properties: String) -> String {
        "<d:multistatus xmlns:d='DAV:' xmlns:c='urn:ietf:params:xml:ns:caldav'>"
            + "<d:response><d:href>/</d:href><d:propstat><d:prop>\(properties)</d:prop>"
            + "<d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response></d:multistatus>"
    }

    private static func homeSet(_ home: String) -> String {
        answer("<c:calendar-home-set><d:href>\(home)</d:href></c:calendar-home-set>")
    }

    /// A server that answers with a function's result, or with 401 if that is `nil`.
    private struct AnsweringServer: OutgoingSender {
        let body: @Sendable (OutgoingRequest) -> String?

        func send(_ request: OutgoingRequest) throws(OutgoingError) -> OutgoingAnswer {
            body(request).map { OutgoingAnswer(status: 207, body: Array($0.utf8)) }
                ?? OutgoingAnswer(status: 401)
        }
    }
}
